import Foundation

/// Speaks JSON over HTTP to a WebDriver, one blocking call at a time (https://www.w3.org/TR/webdriver2/).
///
/// The calls go through `curl`: on Linux, `URLSession` cannot read the responses of chromedriver
/// (https://github.com/swiftlang/swift-corelibs-foundation/issues/4965).
struct WebDriverClient: Sendable {
  private static let timeout = 30

  let baseURL: String
  private let curl: Executable

  init(baseURL: String, searchPath: String) throws {
    self.baseURL = baseURL
    curl = try Executable(named: ["curl"], searchPath: searchPath)
  }

  /// - Returns: The `value` of the response.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSON = [:]) throws -> JSON {
    let request = method == "POST" ? ["--json", String(decoding: try JSONEncoder().encode(body), as: UTF8.self)] : []
    let data = try curl.output(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "\(Self.timeout)", "--request", method]
        + request + ["\(baseURL)/\(path)"]
    )
    guard let value = try? JSONDecoder().decode(JSON.self, from: data)["value"] else {
      throw WebDriverError("\(method) \(path): no WebDriver answers at \(baseURL)")
    }
    if let error = value["error"]?.string {
      throw WebDriverError("\(method) \(path): \(error): \(value["message"]?.string?.prefix { $0 != "\n" } ?? "")")
    }
    return value
  }
}
