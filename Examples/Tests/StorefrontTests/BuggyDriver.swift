import Storefront

/// The storefront with a bug inside a step that is retried.
///
/// The server fails at the first sign-in of each test, and the retry hides it. `STOREFRONT_BUG=1` turns the bug on;
/// `retry-report compare` finds it.
final class BuggyDriver: StorefrontDriver {
  struct ServerError: Error, CustomStringConvertible {
    let description = "The server answered 500"
  }

  private let driver: any StorefrontDriver
  private var hasFailed = false

  init(_ driver: any StorefrontDriver) {
    self.driver = driver
  }

  func open(rendersLate: Bool) throws { try driver.open(rendersLate: rendersLate) }

  func isVisible(_ element: Element) throws -> Bool { try driver.isVisible(element) }

  func tap(_ element: Element) throws {
    if element == .signInButton, !hasFailed {
      hasFailed = true
      throw ServerError()
    }
    try driver.tap(element)
  }

  func type(_ text: String, into element: Element) throws { try driver.type(text, into: element) }

  func text(of element: Element) throws -> String { try driver.text(of: element) }

  func screenshot() throws -> [UInt8]? { try driver.screenshot() }

  func source() throws -> String { try driver.source() }

  func loseNextTap() throws { try driver.loseNextTap() }

  func dropSession() throws { try driver.dropSession() }
}
