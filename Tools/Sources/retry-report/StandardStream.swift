import Foundation
import RetryReport

/// The standard streams.
enum StandardStream {
  /// Keeps a closed stream from ending the process, so that it is reported as an error.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // The same for a file that has reached its maximum size.
    signal(SIGXFSZ, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // Otherwise the next file to be opened would take its place.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func output(_ text: String) throws(CommandFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandFailure("standard output cannot be written: \(error.shortDescription)")
    }
  }

  /// Writes lines to standard error, if there is one.
  static func error(_ text: String) {
    // A path or a name may contain line breaks, followed by commands to a CI service.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let text = lines.map { String($0).withoutCommands + "\n" }.joined()
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
