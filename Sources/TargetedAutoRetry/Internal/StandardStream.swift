// Only these modules: with Foundation in the file, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// The standard streams, a whole line at a time and flushed, so that lines stay in order with those of the test runner.
enum StandardStream {
  static func output(_ line: String) {
    fputs(line + "\n", stdout)
    fflush(stdout)
  }

  static func error(_ line: String) {
    fputs(line + "\n", stderr)
    fflush(stderr)
  }
}
