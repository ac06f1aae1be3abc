/// What is known of the runs of one test before its current one ends.
struct RunHistory: Sendable {
  let id = StepID.next()
  /// The instant at which the first run began.
  let start: Duration
  /// 0 in the first run.
  private(set) var rerun = 0
  /// The instant at which the current run began.
  private(set) var runStart: Duration
  /// What failed the first run that was followed by another.
  private(set) var firstIssue = ""

  init(at now: Duration) {
    start = now
    runStart = now
  }

  /// Another run begins.
  mutating func rerunBegins(at now: Duration, after issues: [WithheldIssue]) {
    if rerun == 0 { firstIssue = issues.first?.text ?? "" }
    rerun += 1
    runStart = now
  }
}
