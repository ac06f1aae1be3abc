import Foundation

/// The standard streams.
enum StandardStream {
  /// Keeps the process from dying of a closed stream, so that it can say so.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // Otherwise the next file that is opened would take its place. Nothing can be written to this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func output(_ text: String) throws(CommandFailure) {
    if let code = write(text, to: STDOUT_FILENO) {
      throw CommandFailure("standard output cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// Writes a line; without a stream for errors there is nobody to tell.
  static func error(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  /// Shows a line of progress in place of the one before, where somebody looks at a terminal.
  static func progress(_ line: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    _ = write("\r\u{1B}[K\(line)", to: STDERR_FILENO)
  }

  /// - Returns: The number of the error, if there was one.
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
