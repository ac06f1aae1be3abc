// If this file imported Foundation, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

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
