/// A process that died in a step.
package struct DeadProcess: Equatable, Sendable {
  /// The number of open steps that are named.
  private static let mostNames = 3

  /// The place of the step.
  let place: Place?
  /// Its death, and the step: `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay.`.
  let sentence: String

  /// - Parameter open: The steps that had begun and not ended.
  init(in open: [Row]) {
    let around = Set(open.map(\.parentStepID))
    let innermost = open.filter { !around.contains($0.stepID) }.sorted { $0.startMs > $1.startMs }
    place = innermost.first?.place
    sentence = "A process died during \(innermost.prefix(Self.mostNames).map(\.stepInTest).joined(separator: ", "))."
  }
}

extension Row {
  fileprivate var stepInTest: String {
    "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(test)")"
  }
}
