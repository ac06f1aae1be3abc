import Foundation

/// The standard streams.
enum StandardStream {
  static func output(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  static func error(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Shows a line of progress in place of the one before, where somebody looks at a terminal.
  static func progress(_ line: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
  }
}
