/// The browser, or the way to it, did not do what was asked.
public struct WebDriverError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
