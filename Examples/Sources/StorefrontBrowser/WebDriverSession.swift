import Foundation

/// One browser, and the page that is open in it.
struct WebDriverSession: Sendable {
  private let client: WebDriverClient
  private let path: String

  init(client: WebDriverClient, browser: [String: Any]) throws {
    self.client = client
    let value = try client.send("POST", "session", ["capabilities": ["alwaysMatch": browser]])
    guard let id = (value as? [String: Any])?["sessionId"] as? String else {
      throw WebDriverError("The WebDriver started no session")
    }
    path = "session/\(id)"
  }

  func open(_ url: URL) throws {
    try client.send("POST", "\(path)/url", ["url": url.absoluteString])
  }

  /// - Returns: The element; `nil` if the page has none with the id.
  func find(id: String) throws -> WebElement? {
    let found = try client.send("POST", "\(path)/elements", ["using": "css selector", "value": "#\(id)"])
    // The key of an element's name is the same long number everywhere.
    guard let elementID = (found as? [[String: String]])?.first?.values.first else { return nil }
    return WebElement(client: client, path: "\(path)/element/\(elementID)")
  }

  /// The screen of the browser as a PNG.
  func screenshot() throws -> [UInt8] {
    guard let text = try client.send("GET", "\(path)/screenshot") as? String, let data = Data(base64Encoded: text)
    else {
      throw WebDriverError("The WebDriver took no screenshot")
    }
    return Array(data)
  }

  /// The current document as HTML.
  func source() throws -> String {
    try client.send("GET", "\(path)/source") as? String ?? ""
  }

  func run(script: String) throws {
    try client.send("POST", "\(path)/execute/sync", ["script": script, "args": [String]()])
  }

  /// Closes the browser; if it does not respond, it ends with its WebDriver.
  func end() {
    _ = try? client.send("DELETE", path)
  }
}

/// An element of the page.
struct WebElement: Sendable {
  let client: WebDriverClient
  let path: String

  func isDisplayed() throws -> Bool { try client.send("GET", "\(path)/displayed") as? Bool ?? false }

  func text() throws -> String { try client.send("GET", "\(path)/text") as? String ?? "" }

  func click() throws { try client.send("POST", "\(path)/click") }

  func clear() throws { try client.send("POST", "\(path)/clear") }

  func type(_ text: String) throws { try client.send("POST", "\(path)/value", ["text": text]) }
}
