import Foundation
import RetryReport

/// A file that a command reads whole.
enum InputFile {
  static func read(_ path: String) throws(CommandFailure) -> Data {
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    if kind != S_IFREG {
      throw CommandFailure("\(path): is \(kind == S_IFDIR ? "a folder, not a file" : "not a file")", isLasting: true)
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure("\(path): cannot be read: \(error.shortDescription)", isLasting: true)
    }
  }
}
