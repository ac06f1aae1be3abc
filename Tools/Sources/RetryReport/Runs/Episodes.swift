/// Failures that follow each other, such as those of five tests while a server is down for a minute.
///
/// They are one observation once the action passes again: a comparison counts the first of them and leaves the others out.
/// Tables count them all. A step that is broken never passes, and all its failures count.
struct Episodes {
  /// The longest time between two failures of an episode, in milliseconds.
  static let longestGapMs: Int64 = 60_000
  /// The number of failures that count as one; each further one counts.
  static let most = 10

  /// A failure that is counted with the first of its episode.
  struct Continuation {
    let part: RunPart
    let action: String
    let test: String
    let kind: CauseKind
  }

  private struct Episode {
    let kind: CauseKind?
    var endMs: Int64
    var failures = 1
  }

  /// An action in one process.
  private struct Place: Hashable {
    let process: Substring
    let action: String
  }

  private var newest: [Place: Episode] = [:]
  /// The failures since the last pass.
  private var pending: [Place: [Continuation]] = [:]

  /// - Parameters:
  ///   - row: The row of a step, in the order of the process.
  ///   - kind: The kind of its first failure; nil if its first attempt passed.
  /// - Returns: The failures that the row turns into parts of an episode.
  mutating func add(_ row: Row, kind: CauseKind?) -> [Continuation] {
    let place = Place(process: row.process, action: row.action)
    guard let kind else {
      newest[place] = nil
      return pending.removeValue(forKey: place) ?? []
    }
    let endMs = row.startMs.adding(row.durationMs)
    guard var episode = newest[place], episode.kind == kind,
      row.startMs.adding(-Self.longestGapMs) <= episode.endMs
    else {
      newest[place] = Episode(kind: kind, endMs: endMs)
      return []
    }
    episode.failures += 1
    episode.endMs = max(episode.endMs, endMs)
    newest[place] = episode
    if episode.failures <= Self.most {
      let one = Continuation(part: RunPart(row), action: row.action, test: row.test, kind: kind)
      pending[place, default: []].append(one)
    }
    return []
  }
}
