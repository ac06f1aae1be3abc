import Foundation

/// The browser that the page is opened in.
enum Chromium {
  /// What `CHROMIUM` names; otherwise it is looked for in the path.
  static let executable: URL? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    let candidates =
      environment["CHROMIUM"].map { [URL(fileURLWithPath: $0)] }
      ?? folders.map { $0.appendingPathComponent("chromium") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()
}
