/// The numbers of files and rows, and the problems with them.
public struct Input: Equatable, Sendable {
  var files = 0
  public internal(set) var rows = 0
  var skipped = SkippedLines()
  /// Rows that a process wrote, by their numbers, and that are in no file.
  var lostRows = 0
  /// The processes that died, as far as they have told of their begin.
  package var dead: [DeadProcess] = []
  /// Files and lines that could not be read, a text for each path.
  public internal(set) var problems: [String] = []
  /// The paths of files and folders that could not be read.
  public internal(set) var unread: [String] = []

  /// True if all files could be read and have nothing in them.
  public var isEmpty: Bool { rows == 0 && unread.isEmpty && skipped.total == 0 }

  /// A sentence for each path that no gate has seen.
  public var gateProblems: [String] {
    unread.map { "\($0.printable) could not be read, so the gates do not cover all records." }
  }

  mutating func note(_ problem: String, of path: String) {
    problems.append("\(path): \(problem)")
    unread.append(path)
  }
}
