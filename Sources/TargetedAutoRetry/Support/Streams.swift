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
