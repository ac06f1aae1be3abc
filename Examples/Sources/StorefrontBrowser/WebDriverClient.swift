import Foundation

/// A failed request to the browser.
struct WebDriverError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Speaks JSON over HTTP to a WebDriver, one blocking call at a time (https://www.w3.org/TR/webdriver2/).
///
/// The calls go through `curl`: on Linux, `URLSession` cannot read the responses of chromedriver
/// (https://github.com/swiftlang/swift-corelibs-foundation/issues/4965).
struct WebDriverClient: Sendable {
  private static let timeout = 30

  let baseURL: String
  private let curl: Executable

  init(baseURL: String) throws {
    self.baseURL = baseURL
    curl = try Executable(named: ["curl"])
  }

  /// - Returns: The `value` of the response.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: [String: Any] = [:]) throws -> Any {
    let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    let request = method == "POST" ? ["--json", json] : []
    let data = try curl.output(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "\(Self.timeout)", "--request", method]
        + request + ["\(baseURL)/\(path)"]
    )
    guard let value = (try? JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"] else {
      throw WebDriverError("\(method) \(path): no WebDriver answers at \(baseURL)")
    }
    if let problem = value as? [String: Any], let error = problem["error"] {
      let message = (problem["message"] as? String)?.prefix { $0 != "\n" }
      throw WebDriverError("\(method) \(path): \(error): \(message ?? "")")
    }
    return value
  }
}
