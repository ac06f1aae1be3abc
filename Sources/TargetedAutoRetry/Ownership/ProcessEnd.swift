#if canImport(Darwin)
  @preconcurrency internal import Darwin
#else
  @preconcurrency internal import Glibc
#endif

/// What must still happen if the process ends now, because the code of a test may call `exit` at any moment, and the
/// failures that belong to no test.
enum ProcessEnd {
  private struct Unfinished {
    /// Steps that failed an attempt.
    var steps: [StepID: (step: Step, test: TestRun?)] = [:]
    /// Runs of tests, which may hold something back; the latest last.
    var runs: [TestRun] = []
  }

  private static let unfinished = Locked(Unfinished())
  /// Whether the process must exit with an error, because a failure is in the result of no test.
  static let isRed = Locked(false)
  // A single handler, because `_exit` in one handler would skip those that follow.
  private static let handler = atexit { ProcessEnd.perform() }

  static func prepare() { _ = handler }

  static func fail(_ line: String) {
    StandardStream.error.write(line)
    isRed.withLock { $0 = true }
    _ = handler
  }

  private static func perform() {
    failUnfinished()
    // The code of a step may call `exit`, which runs this handler on the step's thread.
    Dependencies.live.end(in: AttemptScope.current?.step.id, isLast: true)
    guard isRed.withLock({ $0 }) else { return }
    fflush(nil)
    // A handler cannot change the status of `exit`. With `_exit`, handlers registered before this one do not run.
    _exit(EXIT_FAILURE)
  }

  static func watch(_ step: Step, in test: TestRun?) {
    if step.failureEffect == .isOnlyLogged { return }
    unfinished.withLock { $0.steps[step.id] = (step, test) }
    _ = handler
  }

  static func forget(_ step: Step) { unfinished.withLock { _ = $0.steps.removeValue(forKey: step.id) } }

  /// A further run of a test takes the place of the one before it.
  static func watch(_ run: TestRun) {
    unfinished.withLock { $0.runs = $0.runs.filter { $0.keeper !== run.keeper } + [run] }
    _ = handler
  }

  static func forget(_ run: TestRun) { unfinished.withLock { $0.runs.removeAll { $0 === run } } }

  private static func failUnfinished() {
    let (steps, runs) = unfinished.withLock {
      ($0.steps.values.sorted { $0.step.id.number < $1.step.id.number }, $0.runs)
    }
    for (step, test) in steps where test?.testCase?.isRunning != false {
      let text = "\(step.nameInFailure): the process ended after a failed attempt, before the step succeeded."
      TestIssue.ofLibrary(text, at: step.failureSite, isUnconditional: true).failProcess()
    }
    for run in runs where run.testCase?.isRunning != false {
      for issue in run.abandon() + run.keeper.issuesToReport(in: run) {
        fail("\(issue.place): error: \(issue.message) (held back until the process ended)")
      }
    }
  }
}
