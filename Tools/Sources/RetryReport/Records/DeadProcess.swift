/// A process that began a step and did not come to its end.
package struct DeadProcess: Equatable, Sendable {
  /// The number of open steps that are named.
  private static let mostNames = 3

  /// The place of the step that was open; nil if none is known.
  let place: Place?
  /// Its death, and the step: `A process died during Pay (ShopTests.swift:17) in ShopTests.CheckoutTests/testPay.`.
  let sentence: String

  /// - Parameters:
  ///   - open: The steps that had not ended, as far as they are known.
  ///   - last: Its last row.
  init(in open: [Row], after last: Row) {
    // The first step of a process may be in a burn-in, whose steps are not followed.
    let open = open.isEmpty && last.isOpen ? [last] : open
    let around = Set(open.map(\.parentStepID))
    let innermost = open.filter { !around.contains($0.stepID) }.sorted { $0.startMs > $1.startMs }
    place = innermost.first?.place
    let names = innermost.prefix(Self.mostNames).map(\.stepInTest).joined(separator: ", ")
    sentence =
      innermost.isEmpty
      ? "A process died. Its last step, \(last.stepInTest), had ended; what came after has no row, but maybe lines on "
        + "its console."
      : "A process died during \(names)."
  }
}

extension Row {
  fileprivate var stepInTest: String {
    "\(action) (\(place.shortText))\(test.isEmpty ? "" : " in \(test)")"
  }
}
