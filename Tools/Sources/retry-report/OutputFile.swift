import Foundation

/// Where a command writes: a file, or standard output.
enum OutputFile {
  /// Puts other bytes into a file that is there: its links, its mode and its owner stay.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    )
    // Root may write any file; what nobody may write is meant to stay.
    if let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o222 == 0 {
      throw CommandFailure("\(path): is read-only")
    }
    do {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let size = try file.seekToEnd()
      do {
        // Where the disk is full, that shows here, before anything is lost.
        try file.write(contentsOf: Data(count: max(0, bytes.count - Int(size))))
      } catch {
        try file.truncate(atOffset: size)
        throw error
      }
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(bytes))
      try file.truncate(atOffset: UInt64(bytes.count))
    } catch {
      throw CommandFailure("\(path): \(error.localizedDescription)")
    }
  }

  static func write(_ text: String, to path: String?) throws(CommandFailure) {
    guard let path else { return try StandardStream.output(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
