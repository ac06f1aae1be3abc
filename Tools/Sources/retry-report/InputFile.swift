import Foundation
import RetryReport

/// A file that a command reads whole.
enum InputFile {
  static func read(_ path: String) throws(CommandFailure) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure("\(path): cannot be read: \(error.shortDescription)", isLasting: true)
    }
  }
}
