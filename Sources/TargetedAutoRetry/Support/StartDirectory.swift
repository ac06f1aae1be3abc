internal import Foundation

/// The working directory at the start of the process, as far as it is still known when tests run.
enum StartDirectory {
  /// The absolute path of a path relative to that directory.
  static func path(to path: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    if path.hasPrefix("/") { return path }
    // A shell sets `PWD`, and tools that change the directory for their own purposes leave the variable alone.
    let folders = [environment["PWD"], FileManager.default.currentDirectoryPath].compactMap { $0 }
    let start = folders.first { $0.hasPrefix("/") && isDirectory($0) } ?? "/"
    return "\(start)/\(path)"
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
