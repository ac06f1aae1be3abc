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
  /// The paths of files that their processes could not write to the end.
  private var cut: [String] = []

  /// True if all files could be read and have nothing in them.
  public var isEmpty: Bool { rows == 0 && unread.isEmpty && skipped.total == 0 }

  /// A sentence for each thing that no gate has seen.
  public var gateProblems: [String] {
    let newer = skipped.newer == 0 ? [] : ["\(skipped.newer.counted("line")) of a newer version could not be read"]
    let reasons = unread.map { "\($0.printable) could not be read" } + cut.map { "\($0.printable) \(Self.endsEarly)" }
    return (reasons + newer).map { "\($0), so the gates do not cover all records." }
  }

  private static let endsEarly = "ends before its process does, as where a disk is full"

  mutating func note(_ problem: String, of path: String) {
    problems.append("\(path): \(problem)")
    unread.append(path)
  }

  mutating func noteEarlyEnd(of path: String) {
    problems.append("\(path): \(Self.endsEarly)")
    cut.append(path)
  }
}
