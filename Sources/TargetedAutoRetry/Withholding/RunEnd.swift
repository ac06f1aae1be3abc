/// The result of one run of a test.
struct RunEnd {
  enum Action: Equatable, Sendable {
    case end
    case rerun
    case report
  }

  let history: RunHistory
  /// The run of a trait further out, which may run the test again too.
  let outer: TestRun?
  let action: Action
  let failed: Bool
  let wasSkipped: Bool
  /// The mark of the first withheld issue; if there is none, the first mark of the test.
  let mark: FlakyMark?
  let withheld: [RunHistory.Withheld]
  /// The texts of the issues of this run that have failed the test.
  let failures: Set<String>
  let isNarrowed: Bool

  /// Reports the withheld issues if that is due, and tells the sinks.
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

  /// Records each distinct withheld issue, with the numbers of its runs.
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

/// The history of one test before its current run ends.
struct RunHistory: Sendable {
  /// An issue that a run has withheld.
  struct Withheld: Sendable {
    let issue: WithheldIssue
    let run: Int
    /// The flaky scope inside the test that the issue is from.
    let scope: FlakyScope?
  }

  let id = StepID.next()
  let start: Duration
  /// 0 in the first run.
  private(set) var rerun = 0
  private(set) var runStart: Duration
  /// The issues that earlier runs have withheld; they are forgiven only when a run succeeds.
  private(set) var withheld: [Withheld] = []
  /// True if an earlier run has reached a flaky scope inside the test.
  private(set) var isNarrowed = false

  init(at now: Duration) {
    start = now
    runStart = now
  }

  /// Begins another run.
  mutating func rerunBegins(at now: Duration, after end: RunEnd) {
    rerun += 1
    runStart = now
    withheld = end.withheld
    isNarrowed = end.isNarrowed
  }
}
