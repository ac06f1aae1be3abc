/// A process that did not come to its end.
package struct DeadProcess: Equatable, Sendable {
  /// The number of open steps that are named.
  private static let mostNames = 3

  /// The place of the step.
  let place: Place?
  /// Its death, and the step: `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay.`.
  let sentence: String

  /// - Parameters:
  ///   - death: Such as `died during`.
  ///   - steps: Steps, of which the innermost are named.
  init(_ death: String, _ steps: [Row]) {
    let around = Set(steps.map(\.parentStepID))
    let innermost = steps.filter { !around.contains($0.stepID) }.sorted { $0.startMs > $1.startMs }
    place = innermost.first?.place
    sentence = "A process \(death) \(innermost.prefix(Self.mostNames).map(\.stepInTest).joined(separator: ", "))."
  }
}

extension Row {
  var stepInTest: String { "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(test)")" }
}
