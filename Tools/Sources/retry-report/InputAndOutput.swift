import Foundation
import RetryReport

/// A file that a command reads whole.
enum InputFile {
  static func read(_ path: String) throws(CommandFailure) -> Data {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandFailure("\(path): cannot be read")
    }
    return bytes
  }
}

/// A baseline in a file.
enum BaselineFile {
  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure("\(path): is a folder; the baseline comes first: compare baseline.json retries")
    }
    let bytes = try InputFile.read(path)
    do {
      return try Baseline(json: bytes)
    } catch {
      throw CommandFailure("\(path) \(error)")
    }
  }
}

/// The output of a command: a file, or standard output.
enum OutputFile {
  /// Puts other bytes into a file; its links, its mode and its owner stay.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    )
    // Root may write any file, so the mode is asked.
    if let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o222 == 0 {
      throw CommandFailure("\(path): is read-only")
    }
    do {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let size = try file.seekToEnd()
      do {
        // A full disk shows here, before anything is lost.
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

/// The standard streams.
enum StandardStream {
  /// Keeps the process from dying of a closed stream, which is an error to tell.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The next file that is opened would take its place.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func output(_ text: String) throws(CommandFailure) {
    if let code = write(text, to: STDOUT_FILENO) {
      throw CommandFailure("standard output cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// Writes a line to standard error, if there is one.
  static func error(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  /// Shows a line of progress in place of the one before, in a terminal.
  static func progress(_ line: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    _ = write("\r\u{1B}[K\(line)", to: STDERR_FILENO)
  }

  /// - Returns: The number of the error; nil without one.
  private static func write(_ text: String, to stream: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
