/// A process that ended early.
package struct DeadProcess: Equatable, Sendable {
  /// The maximum number of open steps that are named.
  private static let mostNames = 3

  let place: Place?
  /// Such as `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay`.
  let sentence: String

  /// - Parameters:
  ///   - death: Such as `died during`.
  ///   - steps: The open steps, each with the attempt that was running; the innermost ones are named.
  init(_ death: String, _ steps: [(row: Row, attempt: Int?)]) {
    let around = Set(steps.map(\.row.parentStepID))
    let innermost = steps.filter { !around.contains($0.row.stepID) }.sorted { $0.row.startMs > $1.row.startMs }
    place = innermost.first?.row.place
    let names = innermost.prefix(Self.mostNames).map { row, attempt in
      // A retry may have caused the death, for example with an input that the first attempt had used up.
      row.stepInTest + (attempt.map { $0 > 1 ? ", in attempt \($0)" : "" } ?? "")
    }
    sentence = "A process \(death) \(names.joined(separator: "; "))."
  }
}

extension RowFields {
  var stepInTest: String { "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(testCase)")" }
}
