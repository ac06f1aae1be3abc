/// A process that ended early.
package struct DeadProcess: Equatable, Sendable {
  /// The maximum number of open steps that are named.
  private static let mostNames = 3

  let place: Place?
  /// Such as `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay`.
  let sentence: String

  /// - Parameters:
  ///   - death: Such as `died during`.
  ///   - steps: The open steps, with the attempt that was running; the innermost ones are named.
  init(_ death: String, _ steps: [Row]) {
    let around = Set(steps.map(\.parentStepID))
    let innermost = steps.filter { !around.contains($0.stepID) }.sorted { $0.startMs > $1.startMs }
    place = innermost.first?.place
    let names = innermost.prefix(Self.mostNames).map { step in
      // A retry may have caused the death, for example with an input that the first attempt had used up.
      step.kind == .begin && step.attempt > 1 ? "\(step.stepInTest), in attempt \(step.attempt)" : step.stepInTest
    }
    sentence = "A process \(death) \(names.joined(separator: "; "))."
  }
}

extension RowFields {
  var stepInTest: String { "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(testCase)")" }
}
