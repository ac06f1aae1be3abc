import Foundation
import Storefront

/// The storefront as a web page in a real browser, without a window.
public final class BrowserDriver: StorefrontDriver {
  /// Longer than any check of a test without a wait.
  private static let lateMilliseconds = 3_000

  private let program: WebDriverProgram
  private let session: WebDriverSession

  /// Starts a browser; it ends with this object.
  public init() throws {
    program = try WebDriverProgram()
    session = try WebDriverSession(client: program.client, browser: program.browser)
  }

  deinit {
    session.end()
    program.stop()
  }

  public func open(rendersLate: Bool) throws {
    try session.open(Self.page(rendersLate: rendersLate))
  }

  public func isVisible(_ element: Element) throws -> Bool {
    try session.find(id: element.rawValue)?.isDisplayed() ?? false
  }

  public func tap(_ element: Element) throws {
    try visible(element).click()
  }

  public func type(_ text: String, into element: Element) throws {
    let field = try visible(element)
    try field.clear()
    try field.type(text)
  }

  public func text(of element: Element) throws -> String {
    try visible(element).text()
  }

  public func screenshot() throws -> [UInt8]? {
    try session.screenshot()
  }

  public func source() throws -> String {
    try session.source()
  }

  public func loseNextTap() throws {
    try session.run(script: "faults.losesNextTap = true")
  }

  public func dropSession() throws {
    try session.run(script: "faults.dropsSession = true")
  }

  private func visible(_ element: Element) throws -> WebElement {
    guard let found = try session.find(id: element.rawValue), try found.isDisplayed() else {
      throw ElementNotVisible(element)
    }
    return found
  }

  private static func page(rendersLate: Bool) throws -> URL {
    guard let file = Bundle.module.url(forResource: "storefront", withExtension: "html") else {
      throw WebDriverError("storefront.html is missing from the resources of StorefrontBrowser")
    }
    let catalog = String(decoding: try JSONEncoder().encode(Catalog.products), as: UTF8.self)
    return file.appending(queryItems: [
      URLQueryItem(name: "catalog", value: catalog),
      URLQueryItem(name: "renderAfter", value: rendersLate ? "\(lateMilliseconds)" : "0"),
    ])
  }
}
