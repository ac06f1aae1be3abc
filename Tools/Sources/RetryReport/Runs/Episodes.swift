/// Failures that follow each other, such as those of five tests while a server is down for a minute.
///
/// They are one observation: a comparison counts the first of them and leaves the others out. Tables count them all.
struct Episodes {
  /// The longest time between two failures of an episode, in milliseconds.
  static let longestGapMs: Int64 = 60_000
  /// The number of failures that count as one; each further one counts, because a step that is broken never recovers.
  static let most = 10

  private struct Episode {
    let kind: CauseKind?
    var endMs: Int64
    var failures = 1
  }

  /// The open episode of each action, in one process.
  private var open: [String: Episode] = [:]

  /// - Parameters:
  ///   - row: The row of a step, in the order of the process.
  ///   - kind: The kind of its first failure; nil if its first attempt passed.
  /// - Returns: True if the failure continues an episode and does not count by itself.
  mutating func continues(with row: Row, kind: CauseKind?) -> Bool {
    guard let kind else {
      open[row.action] = nil
      return false
    }
    let endMs = row.startMs.adding(row.durationMs)
    guard var episode = open[row.action], episode.kind == kind, row.startMs.adding(-Self.longestGapMs) <= episode.endMs
    else {
      open[row.action] = Episode(kind: kind, endMs: endMs)
      return false
    }
    episode.failures += 1
    episode.endMs = max(episode.endMs, endMs)
    open[row.action] = episode
    return episode.failures <= Self.most
  }
}
