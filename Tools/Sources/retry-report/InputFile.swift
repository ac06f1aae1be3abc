import Foundation
import RetryReport

/// A file that a command reads whole.
enum InputFile {
  static func read(_ path: String) throws(CommandFailure) -> Data {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandFailure("\(path): cannot be read: \(POSIXError.last.shortDescription)", isLasting: true)
    }
    return bytes
  }
}
