/// A failed request to the browser.
public struct WebDriverError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
