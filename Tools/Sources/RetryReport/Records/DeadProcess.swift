/// A process that ended early.
package struct DeadProcess: Equatable, Sendable {
  /// The maximum number of open steps that are named.
  private static let mostNames = 3

  /// The place of the step.
  let place: Place?
  /// Such as `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay`.
  let sentence: String

  /// - Parameters:
  ///   - death: Such as `died during`.
  ///   - steps: The open steps; the innermost ones are named.
  init(_ death: String, _ steps: [Row]) {
    let around = Set(steps.map(\.parentStepID))
    let innermost = steps.filter { !around.contains($0.stepID) }.sorted { $0.startMs > $1.startMs }
    place = innermost.first?.place
    sentence = "A process \(death) \(innermost.prefix(Self.mostNames).map(\.stepInTest).joined(separator: ", "))."
  }
}

extension RowFields {
  var stepInTest: String { "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(testCase)")" }
}
