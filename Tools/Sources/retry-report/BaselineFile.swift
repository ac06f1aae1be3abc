import Foundation
import RetryReport

/// A baseline in a file.
enum BaselineFile {
  static func read(_ path: String) throws(Failure) -> Baseline {
    guard let data = FileManager.default.contents(atPath: path) else { throw Failure("\(path): cannot be read") }
    do {
      return try Baseline(json: data)
    } catch {
      throw Failure("\(path) \(error)")
    }
  }
}

/// Where a command writes: a file, or standard output.
enum OutputFile {
  static func write(_ text: String, to path: String?) throws(Failure) {
    guard let path else { return try StandardStream.output(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Failure("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
