/// What is known when a run of a test is over.
struct RunEnd {
  enum Action: Equatable, Sendable {
    case end
    /// Run the test again.
    case rerun
    /// What was withheld is reported after all.
    case report
  }

  /// The runs up to this one.
  let history: RunHistory
  /// The run that a trait further out has started, which may run the test again too.
  let outer: TestRun?
  let action: Action
  /// True if something has reached the result of the test.
  let failed: Bool
  let wasSkipped: Bool
  /// The mark of what was withheld first; where nothing was, the first of the test.
  let mark: FlakyMark?
  /// What all runs have withheld.
  let withheld: [RunHistory.Withheld]
  /// The texts of the issues of this run that have failed the test.
  let failures: Set<String>
  let isNarrowed: Bool

  /// Reports what has to be reported, and tells the sinks.
  ///
  /// - Returns: True if another run follows.
  func conclude(in test: @autoclosure () -> RunningTest?) -> Bool {
    if action == .report { report() }
    guard let mark else { return false }
    let test = test()
    let now = World.current.timekeeper.now()
    guard action == .rerun else {
      mark.emit(.testEnded(report(on: mark, at: now)), in: test, id: history.id)
      return false
    }
    let run = FailedRun(
      attempt: Attempt(number: history.rerun + 1, retriesRemaining: mark.maxRetryCount - history.rerun),
      flakiness: mark.flakiness,
      issues: withheld.filter { $0.run == history.rerun + 1 }.map(\.issue.text),
      start: history.runStart,
      elapsed: now - history.runStart
    )
    for issue in run.issues { mark.emit(.issueWithheld(issue, run.attempt), in: test, id: history.id) }
    mark.emit(.rerun(run), in: test, id: history.id)
    return true
  }

  /// Records each distinct issue that was withheld, with the runs in which it struck.
  private func report() {
    let runs = history.rerun + 1
    let withheld = withheld.filter { !failures.contains($0.issue.key) }
    let distinct = withheld.map { (issue: $0.issue, number: $0.run) }.distinct { numbers in
      runs == 1 ? "" : " (\(numbers.counted("run")) of the test)"
    }
    for issue in distinct {
      let scope = withheld.first { $0.issue.key == issue.key }?.scope
      if outer?.withholds(issue, in: scope) != true { issue.report() }
    }
  }

  private func report(on mark: FlakyMark, at now: Duration) -> FlakyTestReport {
    FlakyTestReport(
      flakiness: mark.flakiness,
      runs: history.rerun + 1,
      maxRuns: mark.maxRetryCount.oneMore,
      failed: failed || (wasSkipped && !withheld.isEmpty),
      wasSkipped: wasSkipped && withheld.isEmpty,
      firstIssue: history.withheld.first?.issue.text ?? "",
      start: history.start,
      elapsed: now - history.start,
      lastRun: now - history.runStart
    )
  }
}

/// What is known of the runs of one test before its current one ends.
struct RunHistory: Sendable {
  /// An issue that a run has withheld.
  struct Withheld: Sendable {
    let issue: WithheldIssue
    /// 1 for the first run.
    let run: Int
    /// The flaky scope inside of the test that it is from.
    let scope: FlakyScope?
  }

  let id = StepID.next()
  /// The instant at which the first run began.
  let start: Duration
  /// 0 in the first run.
  private(set) var rerun = 0
  /// The instant at which the current run began.
  private(set) var runStart: Duration
  /// What the runs before have withheld: it is forgiven when a run succeeds, and only then.
  private(set) var withheld: [Withheld] = []
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
