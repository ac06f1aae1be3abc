// If this file imported Foundation, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// A file that grows by whole records, even if other processes write to it or this one is killed.
///
/// It is opened for each write: a test may close a descriptor that it does not own, which the next open file would
/// reuse.
struct AppendOnlyFile: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }

    var isMissingFolder: Bool { [ENOENT, ENOTDIR].contains(code) }
  }

  let path: String

  /// Writes all bytes or none; one call of `write` unless the system takes less at once.
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

  // A missing line break at the end tells readers that later rows were lost. Removing it works even on a full disk.
  func cutLineBreak() { cut(1) }

  private func cut(_ count: Int) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size >= count { truncate(path, status.st_size - off_t(count)) }
  }
}

// Each line is flushed, so that it stays in order with the lines of the test runner.
enum StandardStream {
  static func output(_ line: String) { write(line, to: stdout) }

  static func error(_ line: String) { write(line, to: stderr) }

  static let showsColors: Bool = {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    if !variable("NO_COLOR").isEmpty || ["", "dumb"].contains(variable("TERM")) { return false }
    return isatty(STDOUT_FILENO) == 1 || isOutputOfParentATerminal
  }()

  /// `swift test` reads the output of the tests through a pipe, so what matters is where it writes to itself.
  private static var isOutputOfParentATerminal: Bool {
    let output = open("/proc/\(getppid())/fd/\(STDOUT_FILENO)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    return isatty(output) == 1
  }

  private static func write(_ line: String, to stream: UnsafeMutablePointer<FILE>) {
    var line = line + "\n"
    // The length is passed, because a line may contain a NUL.
    line.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, stream) }
    fflush(stream)
  }
}

enum ProcessEnd {
  // Work that must not wait for the end of the process, because some runners are killed after their last test.
  static let atEndOfTests = Locked<@Sendable () -> Void>({})
  /// Whether the process must exit with an error, because a failure is in the result of no test.
  static let isRed = Locked(false)
  private static let work = Locked<[@Sendable () -> Void]>([])
  // A single handler, because `_exit` in one handler would skip those that follow.
  private static let handler = atexit { ProcessEnd.perform() }

  static func add(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    _ = handler
  }

  static func fail(_ line: String) {
    StandardStream.error(line)
    isRed.withLock { $0 = true }
    _ = handler
  }

  private static func perform() {
    for body in work.withLock({ $0 }) { body() }
    guard isRed.withLock({ $0 }) else { return }
    fflush(nil)
    // A handler cannot change the status of `exit`. With `_exit`, handlers registered before this one do not run.
    _exit(EXIT_FAILURE)
  }
}
