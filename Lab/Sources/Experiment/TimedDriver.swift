import Storefront

/// A shop in memory that counts its time instead of taking it.
final class TimedDriver: StorefrontDriver {
  /// The cost of each operation, in seconds; a test without faults takes 1.6, as in headless Chromium.
  enum Cost {
    static let open = 0.3
    static let tap = 0.2
    static let type = 0.2
    static let look = 0.08
    /// The time after which a condition counts as false.
    static let conditionTimeout = 1.0
  }

  private let shop = InMemoryDriver()
  private(set) var seconds = 0.0

  func pass(_ seconds: Double) { self.seconds += seconds }

  func open(rendersLate: Bool) {
    seconds += Cost.open
    shop.open(rendersLate: rendersLate)
  }

  func isVisible(_ element: Element) -> Bool {
    seconds += Cost.look
    return shop.isVisible(element)
  }

  func screenshot() -> [UInt8]? { nil }

  func source() -> String { shop.source() }

  func tap(_ element: Element) throws {
    seconds += Cost.tap
    try shop.tap(element)
  }

  func type(_ text: String, into element: Element) throws {
    seconds += Cost.type
    try shop.type(text, into: element)
  }

  func text(of element: Element) throws -> String {
    seconds += Cost.look
    return try shop.text(of: element)
  }

  func loseNextTap() { shop.loseNextTap() }

  func dropSession() { shop.dropSession() }
}
