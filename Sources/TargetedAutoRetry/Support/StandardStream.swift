// Only these modules: with Foundation in the file, `stdout` could not be used in Swift 6 mode.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// The standard streams, a whole line at a time and flushed, so that lines stay in order with those of the test runner.
enum StandardStream {
  static func output(_ line: String) { write(line, to: stdout) }

  static func error(_ line: String) { write(line, to: stderr) }

  private static func write(_ line: String, to stream: UnsafeMutablePointer<FILE>) {
    var line = line + "\n"
    // With its length: a line may hold a NUL.
    line.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, stream) }
    fflush(stream)
  }
}
