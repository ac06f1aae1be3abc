/// The application under test: a driver, and the faults that befall its users.
public final class Storefront {
  private let driver: any StorefrontDriver
  private var faults: Faults
  /// Whether the server fails at the first sign-in: a bug, which a retry of that step hides.
  private var failsSignIn: Bool
  /// The server drops young sessions only.
  private var sessionIsYoung = false

  public init(driver: any StorefrontDriver, faults: Faults, hasBug: Bool = false) {
    self.driver = driver
    self.faults = faults
    failsSignIn = hasBug
  }

  public func launch() throws {
    sessionIsYoung = true
    try driver.open(rendersLate: faults.occurs(.pageRendersLate))
  }

  public func tap(_ element: Element) throws {
    switch element {
    case .signInButton:
      if failsSignIn {
        failsSignIn = false
        throw ServerError()
      }
      if faults.occurs(.tapIsLost) { try driver.loseNextTap() }
    case .searchLink, .cartLink:
      if sessionIsYoung, faults.occurs(.sessionDrops) { try driver.dropSession() }
      sessionIsYoung = false
    default: break
    }
    try driver.tap(element)
  }

  public func type(_ text: String, into element: Element) throws {
    try driver.type(text, into: element)
  }

  public func isVisible(_ element: Element) throws -> Bool {
    try driver.isVisible(element)
  }

  /// The screen as a PNG; `nil` if there is no screen.
  public func screenshot() throws -> [UInt8]? {
    try driver.screenshot()
  }

  /// The current page as a text.
  public func source() throws -> String {
    try driver.source()
  }

  public func text(of element: Element) throws -> String {
    try driver.text(of: element)
  }
}

struct ServerError: Error, CustomStringConvertible {
  let description = "The server answered 500"
}
