/// The numbers of files and rows, and the problems with them.
public struct Input: Equatable, Sendable {
  var files = 0
  public internal(set) var rows = 0
  var skipped = SkippedLines()
  /// Rows that are in no file, although their process wrote later ones.
  var lostRows = 0
  /// The processes that died, if they recorded the begin of a step.
  package var dead: [DeadProcess] = []
  /// A text for each path with files or lines that could not be read.
  public internal(set) var problems: [String] = []
  /// The paths of files and folders that could not be read, and the lines that are missing between others.
  public internal(set) var unread: [String] = []
  /// A sentence for each contradiction in the records, with which no command succeeds.
  public internal(set) var errors: [String] = []
  /// A text for each other reason why the figures are incomplete; it is one of the problems too.
  private(set) var gaps: [String] = []

  /// Whether all files could be read and are empty.
  public var isEmpty: Bool { rows == 0 && unread.isEmpty && skipped.total == 0 }

  /// A sentence for each part of the records that no gate has checked.
  public var gateProblems: [String] {
    let (newer, unreadable) = (skipped.newer, skipped.unreadable)
    let lines = [
      newer > 0 ? "\(newer.counted("line")) of a newer version could not be read" : nil,
      unreadable > 0 ? "\(unreadable.counted("record")) \(SkippedLines.unreadableText) could not be read" : nil,
    ].compactMap(\.self)
    let reasons = unread.map { "\($0) could not be read" } + gaps + lines
    return reasons.map { "\($0.printable), so the gates do not cover all records." }
  }

  mutating func note(_ problem: String, of path: String) {
    problems.append("\(path): \(problem)")
    unread.append(path)
  }

  /// Notes a reason why the figures are incomplete.
  mutating func noteGap(_ gap: String) {
    problems.append(gap)
    gaps.append(gap)
  }
}
