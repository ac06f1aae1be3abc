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
  /// The paths of files and folders that could not be read.
  public internal(set) var unread: [String] = []
  /// The paths of files that end before their process did.
  var cut: [String] = []
  /// What the figures lack, because there were too many open steps.
  var gap: String?

  /// Whether all files could be read and are empty.
  public var isEmpty: Bool { rows == 0 && unread.isEmpty && skipped.total == 0 }

  /// A sentence for each part of the records that no gate has checked.
  public var gateProblems: [String] {
    let newer = skipped.newer == 0 ? [] : ["\(skipped.newer.counted("line")) of a newer version could not be read"]
    let reasons = unread.map { "\($0.printable) could not be read" } + cut.map { "\($0.printable) \(Self.endsEarly)" }
    return (reasons + newer + [gap].compactMap { $0 }).map { "\($0), so the gates do not cover all records." }
  }

  static let endsEarly = "ends before its process did, for example because a disk was full"

  mutating func note(_ problem: String, of path: String) {
    problems.append("\(path): \(problem)")
    unread.append(path)
  }
}
