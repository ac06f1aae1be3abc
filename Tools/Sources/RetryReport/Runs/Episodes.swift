/// Failures that follow each other, such as those of five tests while a server is down for a minute.
///
/// They are one observation once the action passes again: a comparison counts the first of them and leaves the others out.
/// Tables count them all. A step that is broken never passes, and all its failures count.
package struct Episodes {
  /// The longest time between two failures of an episode, in milliseconds.
  static let longestGapMs: Int64 = 60_000
  /// The number of failures that count as one; each further one counts.
  static let most = 10

  /// A step that is over.
  package struct Step: Sendable {
    let process: Substring
    let part: RunPart
    let action: String
    package let test: String
    /// The kind of its first failure; nil if its first attempt passed.
    package let kind: CauseKind?
    let startMs: Int64
    let endMs: Int64

    fileprivate var place: Place { Place(process: process, action: action) }
  }

  private struct Episode {
    let kind: CauseKind
    var endMs: Int64
    var failures = 1
  }

  /// An action in one process.
  fileprivate struct Place: Hashable {
    let process: Substring
    let action: String
  }

  private var newest: [Place: Episode] = [:]
  /// The failures since the last pass.
  private var pending: [Place: [Step]] = [:]

  package init() {}

  /// - Parameter step: The next step of its process.
  /// - Returns: The failures that the step turns into parts of an episode: they are counted with its first.
  package mutating func add(_ step: Step) -> [Step] {
    let place = step.place
    guard let kind = step.kind else {
      newest[place] = nil
      return pending.removeValue(forKey: place) ?? []
    }
    guard var episode = newest[place], episode.kind == kind,
      step.startMs.adding(-Self.longestGapMs) <= episode.endMs
    else {
      newest[place] = Episode(kind: kind, endMs: step.endMs)
      return []
    }
    episode.failures += 1
    episode.endMs = max(episode.endMs, step.endMs)
    newest[place] = episode
    if episode.failures <= Self.most { pending[place, default: []].append(step) }
    return []
  }
}

extension Episodes.Step {
  init(_ row: Row, kind: CauseKind?) {
    self.init(
      process: row.process,
      part: RunPart(row),
      action: row.action,
      test: row.test,
      kind: kind,
      startMs: row.startMs,
      endMs: row.startMs.adding(row.durationMs)
    )
  }

  /// A step of one process, in which nothing takes more than a moment.
  package init(test: String, kind: CauseKind?, startMs: Int64) {
    let part = RunPart(run: "", shard: "", machine: Machine(os: "", arch: ""))
    self.init(process: "", part: part, action: "", test: test, kind: kind, startMs: startMs, endMs: startMs)
  }
}
