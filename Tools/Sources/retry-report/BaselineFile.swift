import RetryReport

/// A baseline in a file.
enum BaselineFile {
  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    let bytes = try InputFile.read(path)
    do {
      return try Baseline(json: bytes)
    } catch {
      throw CommandFailure("\(path) \(error)")
    }
  }
}
