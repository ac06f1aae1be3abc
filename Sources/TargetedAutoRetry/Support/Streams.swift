// Only these modules: with Foundation in the file, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// A file that only grows, by whole records, even if other processes write to the folder or this one is killed.
///
/// It is open only during a write. A test may close a descriptor that it does not know, and the next file that is opened
/// has the same one.
struct AppendOnlyFile: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }

    /// True if the folder may be missing.
    var isOfPath: Bool { [ENOENT, ENOTDIR].contains(code) }
  }

  let path: String

  /// Writes with one call of `write`, or more if the system takes less at once; or nothing.
  func append(_ bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        let failure = Failure(code: errno)
        cut(bytes.count - rest.count)
        throw failure
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Takes away the line break at the end, as a sign that what follows could not be written; that needs no room.
  func cutLineBreak() { cut(1) }

  private func cut(_ count: Int) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size >= count { truncate(path, status.st_size - off_t(count)) }
  }
}

/// The standard streams, with whole lines that are flushed, so that they stay in order with those of the test runner.
enum StandardStream {
  static func output(_ line: String) { write(line, to: stdout) }

  static func error(_ line: String) { write(line, to: stderr) }

  private static func write(_ line: String, to stream: UnsafeMutablePointer<FILE>) {
    var line = line + "\n"
    // The length is passed, because a line may contain a NUL.
    line.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, stream) }
    fflush(stream)
  }
}
