/// What is known of the runs of one test before its current one ends.
struct RunHistory: Sendable {
  /// An issue that a run has withheld.
  struct Withheld {
    let issue: WithheldIssue
    /// 1 for the first run.
    let run: Int
    /// The flaky scope inside of the test that it is from.
    let part: FlakyPart?
  }

  let id = StepID.next()
  /// The instant at which the first run began.
  let start: Duration
  /// 0 in the first run.
  private(set) var rerun = 0
  /// The instant at which the current run began.
  private(set) var runStart: Duration
  /// What the runs before have withheld: it is forgiven when a run succeeds, and only then.
  private(set) nonisolated(unsafe) var withheld: [Withheld] = []
  /// True if a run before has reached a flaky scope inside of the test.
  private(set) var isNarrowed = false

  init(at now: Duration) {
    start = now
    runStart = now
  }

  /// Another run begins.
  mutating func rerunBegins(at now: Duration, after end: RunEnd) {
    rerun += 1
    runStart = now
    withheld = end.withheld
    isNarrowed = end.isNarrowed
  }
}
