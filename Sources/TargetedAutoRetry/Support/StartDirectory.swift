internal import Foundation

/// Where the process was started, as far as that can be known once tests run, which may change the working directory.
enum StartDirectory {
  /// The absolute path of something that is named from there on.
  static func path(to path: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    if path.hasPrefix("/") { return path }
    // A shell says where it is, and tools that change the directory for their own purposes leave that as it was.
    let folders = [environment["PWD"], FileManager.default.currentDirectoryPath].compactMap { $0 }
    let start = folders.first { $0.hasPrefix("/") && isDirectory($0) } ?? "/"
    return "\(start)/\(path)"
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
