import Foundation

/// Notes what is seen of each fact, at once: the process may not live to the end.
final class Notebook: Sendable {
  static let shared = Notebook()

  private let notes = Shared<[Fact: String]>([:])
  /// A file of lines such as `the place of an assertion⇥its own line⇥its own line`; none without the variable.
  private let path = ProcessInfo.processInfo.environment["FACTS"]

  /// A fact that is never seen has a line too.
  private init() {
    Fact.allCases.forEach { write($0, "") }
  }

  /// All that was seen so far.
  var seen: [Fact: String] { notes.withLock { $0 } }

  func note(_ fact: Fact, _ seen: String) {
    let text = seen.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
    notes.withLock { notes in
      notes[fact] = text
      write(fact, text)
    }
  }

  private func write(_ fact: Fact, _ seen: String) {
    guard let path, let file = FileHandle(forWritingAtPath: path) else { return }
    let line = [fact.rawValue, fact.expected ?? "", seen].joined(separator: "\t") + "\n"
    file.seekToEndOfFile()
    file.write(Data(line.utf8))
    file.closeFile()
  }
}
