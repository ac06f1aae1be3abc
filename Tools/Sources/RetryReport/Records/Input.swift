/// What was read, and what was not.
public struct Input: Equatable, Sendable {
  var files = 0
  public internal(set) var rows = 0
  var skipped = SkippedLines()
  /// What could not be read, a line for each file or path.
  public internal(set) var problems: [String] = []
}
