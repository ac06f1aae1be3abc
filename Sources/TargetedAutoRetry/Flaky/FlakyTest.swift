internal import XCTest

/// A test that may be flaky, with all its runs.
final class FlakyTest: RunKeeper {
  typealias Mark = FlakyMark

  private struct Noted {
    let issue: TestIssue
    let run: Int
    let mark: FlakyMark?
  }

  private struct State {
    /// The issues of the runs before the current one.
    var earlier: [Noted] = []
    var firstScope: FlakyMark?
    /// The number of the current run, from 1.
    var number = 1
    /// The numbers of the runs after the first.
    var numbers: [ObjectIdentifier: Int] = [:]
    var hasCancelledStep = false
    /// When the current run began.
    var start: Duration
  }

  /// Covers the whole test, unless a flaky scope inside narrows it.
  private let trait: FlakyMark?
  private let id = StepID.next()
  private let start: Duration
  private let state: Locked<State>

  convenience init() { self.init(trait: nil) }

  init(trait: FlakyMark?) {
    self.trait = trait
    start = Dependencies.current.timekeeper.now()
    state = Locked(State(start: start))
  }

  /// The number of times that the test has run again.
  var rerun: Int { state.withLock { $0.number } - 1 }

  /// The number of a run, from 1; code of an earlier run may still be running.
  func number(of run: TestRun) -> Int { state.withLock { $0.numbers[ObjectIdentifier(run)] ?? 1 } }

  /// Once a test has shown a flaky scope, failures outside its scopes are not flaky, in any of its runs.
  func begin(_ scope: FlakyMark, in run: TestRun) {
    let isFirst = state.withLock { state in
      defer { state.firstScope = state.firstScope ?? scope }
      return state.firstScope == nil
    }
    if isFirst, trait == nil { begin(run) }
  }

  /// If the run never ends, the event tells which test died or hangs.
  func begin(_ run: TestRun) {
    let (scope, number) = state.withLock { ($0.firstScope, $0.number) }
    guard let mark = trait ?? scope else { return }
    mark.emit(.ofFeature(FlakyEvent.progress(.runBegins(number: number))), in: run.identity, id: id)
  }

  /// A step that outlives its run counts for the next run too.
  func noteCancellation() { state.withLock { $0.hasCancelledStep = true } }

  func mayKeep(_ mark: FlakyMark?, in run: TestRun) -> Bool {
    let state = state.withLock { $0 }
    guard let flakiness = flakiness(mark, state) else { return false }
    return state.number <= mostReruns(flakiness) && !run.hasEnded
  }

  /// Says that a place has used up its runs, and why it is flaky.
  func remark(on mark: FlakyMark?, in run: TestRun) -> String {
    let state = state.withLock { $0 }
    guard state.number > 1, let flakiness = flakiness(mark, state), !mayKeep(mark, in: run) else { return "" }
    return " (run \(number(of: run)) of \(state.number), \(flakiness.text))"
  }

  private func flakiness(_ mark: FlakyMark?, _ state: State) -> FlakyMark? {
    mark ?? (state.firstScope == nil ? trait : nil)
  }

  private func mostReruns(_ flakiness: FlakyMark) -> Int { min(trait?.maxRetryCount ?? .max, flakiness.maxRetryCount) }
}

extension FlakyTest {
  func next(after run: TestRun, on instance: XCTestCase? = nil) -> TestRun {
    let (issues, now) = (issues(of: run), Dependencies.current.timekeeper.now())
    let next = TestRun(
      run.testCase,
      on: instance ?? run.instance,
      as: run.testCase == nil ? run.identity : nil,
      isAnnounced: run.isAnnounced,
      callsHoldBack: run.state.withLock { $0.callsHoldBack },
      keptBy: self
    )
    state.withLock { state in
      state.earlier += issues
      state.number += 1
      state.numbers[ObjectIdentifier(next)] = state.number
      state.hasCancelledStep = false
      state.start = now
    }
    // A later run may throw the error of a requirement that failed in this one, such as that of a shared task.
    next.noteForgiven(run.state.withLock { $0.forgiven } + issues.map(\.issue.place))
    return next
  }

  private func issues(of run: TestRun) -> [Noted] {
    let number = number(of: run)
    return run.state.withLock { $0.issues }.map { Noted(issue: $0.issue, run: number, mark: $0.mark) }
  }

  /// Notes an issue in the result that code of an earlier run recorded after that run.
  func note(_ issue: TestIssue, after run: TestRun) {
    let number = number(of: run)
    state.withLock { $0.earlier.append(Noted(issue: issue.inResult, run: number, mark: nil)) }
  }

  func issuesToReport(in run: TestRun) -> [TestIssue] {
    let state = state.withLock { $0 }
    // One outside the scopes is in the result, and does not stand for a held-back issue of the same line.
    let noted = (state.earlier + issues(of: run)).filter { !$0.issue.isInResult || flakiness($0.mark, state) != nil }
    return noted.map { noted in
      let scope = flakiness(noted.mark, state).map { ", \($0.text)" } ?? ""
      return (issue: noted.issue, number: noted.run, part: "the test\(scope)")
    }
    .byLine("run", of: state.number)
  }

  /// Ends the run, and returns whether the test must run again.
  func end(_ run: TestRun, stoppedBy stop: ErrorStop? = nil) -> Bool {
    run.end()
    let runsAgain = conclude(run, stoppedBy: stop)
    // Code of the test may call `exit` before the next run begins, so until then this run keeps its issues.
    if !runsAgain { ProcessEnd.forget(run) }
    return runsAgain
  }

  // Issues that were held back are forgiven only if the last run succeeds: it neither fails nor is skipped, and no
  // step in it was canceled. Otherwise each distinct issue is recorded, with the numbers of its runs.
  private func conclude(_ run: TestRun, stoppedBy stop: ErrorStop?) -> Bool {
    let (state, own) = (state.withLock { $0 }, issues(of: run))
    let all = state.earlier + own
    guard let mark = trait ?? all.lazy.compactMap(\.mark).first ?? state.firstScope else { return false }
    let hasFailed = all.contains { $0.issue.isInResult || flakiness($0.mark, state) == nil }
    let runsAgain = !hasFailed && stop == nil && !own.isEmpty
    let succeeds = !hasFailed && stop == nil && own.isEmpty && !state.hasCancelledStep
    if !runsAgain, !succeeds { issuesToReport(in: run).forEach { $0.report(in: run) } }

    if !own.isEmpty {
      var ofRun = report(on: own, in: state, mark, since: state.start)
      ofRun.runsAgain = runsAgain
      for issue in own where runsAgain {
        mark.emit(.issueWithheld(issue.issue.text, ofRun.last), in: run.identity, id: id)
      }
      mark.emit(.ofFeature(FlakyEvent.progress(.runFailed(ofRun))), in: run.identity, id: id)
    }
    if !runsAgain {
      var whole = report(on: all, in: state, mark, since: start)
      whole.stop = stop
      whole.hasCancelledStep = stop == nil && own.isEmpty && state.hasCancelledStep
      if succeeds || (all.isEmpty && stop == nil) {
        whole.outcome = state.number == 1 ? .passed : .recovered(by: .retrying)
      }
      mark.emit(.ofFeature(FlakyEvent.progress(.testEnded(whole))), in: run.identity, id: id)
    }
    return runsAgain
  }

  /// Describes a run, or the test as a whole, that has failed.
  private func report(on issues: [Noted], in state: State, _ mark: FlakyMark, since begin: Duration) -> TestReport {
    // An issue outside the flaky scopes decides, if there is one, or one of code that outlived its run.
    let cause =
      issues.first { flakiness($0.mark, state) == nil || ($0.issue.isInResult && $0.run < state.number) }
      ?? issues.first
    let decisive = cause == nil ? mark : flakiness(cause?.mark, state)
    let runs = issues.filter { $0.issue.key == cause?.issue.key }.map(\.run)
    let now = Dependencies.current.timekeeper.now()
    return TestReport(
      last: Attempt(number: state.number, retriesRemaining: max(0, mostReruns(decisive ?? mark) - (state.number - 1))),
      outcome: decisive == nil || issues.isEmpty ? .aborted(.byIssue) : .exhausted,
      cause: cause?.issue.text,
      flakiness: decisive?.flakiness,
      scope: decisive?.text ?? "",
      start: begin,
      elapsed: now - begin,
      lastRun: now - state.start,
      runsOfCause: Set(runs).sorted()
    )
  }
}

extension NotWithheld {
  static let flakyScopeIsOver = Self(words: "its flaky scope has finished")
}

enum FlakyEvent: FeatureEvent {
  case progress(TestProgress)
  case scopeExpired(Flakiness)
  case scopeIsInStep(String)

  var logLines: [LogLine] {
    switch self {
    case .progress(.runBegins): return []
    case .progress(.runFailed(let run)):
      guard run.runsAgain, let flakiness = run.flakiness else { return [] }
      let count = "\(run.last.number) of \(run.last.maxAttempts - 1)"
      return [
        LogLine(.yellow, "♻️♻️♻️ [FLAKY] test failed in a flaky scope (\(flakiness.text)). Re-running: \(count).")
      ]
    case .progress(.testEnded(let report)): return [report.lastLine].compactMap { $0 }
    case .scopeExpired(let flakiness):
      let text = "The flaky scope has expired and no longer holds issues back (\(flakiness.expiry))"
      return [LogLine(.yellow, "♻️♻️♻️⌛️ [FLAKY] \(text)")]
    case .scopeIsInStep(let step):
      let text = "A flaky scope inside the step \(step) runs nothing again: put the step into the scope."
      return [LogLine(nil, "♻️♻️♻️💡 [HINT] \(text)")]
    }
  }

  var progress: TestProgress? {
    if case .progress(let progress) = self { progress } else { nil }
  }
}

extension ErrorStop {
  /// A test is ended only by a skip or a cancellation.
  fileprivate var words: String { self == .skip ? "was skipped" : "was canceled" }
}

extension TestReport {
  fileprivate var lastLine: LogLine? {
    // Only a test without an issue has no result.
    if stop != nil, cause == nil { return nil }
    if last.retry == 0 {
      if let stop { return LogLine(.red, "♻️♻️♻️❌ [FLAKY] not run again: it failed, and \(stop.words).") }
      guard outcome.abortion != nil, let place = cause?.split(separator: ": ").first else { return nil }
      let advice = "What depends on a scope belongs in it"
      return LogLine(.red, "♻️♻️♻️❌ [FLAKY] not run again: \(place) failed outside the flaky scopes. \(advice).")
    }
    if outcome.isSuccess { return LogLine(.green, "♻️♻️♻️✅ [FLAKY] passed on re-run \(last.retry)") }
    let runs = runsOfCause.count > 1 ? " (\(runsOfCause.counted("run")))" : ""
    let scope = scope.isEmpty ? "" : ", \(scope)"
    let end = stop.map { "failed, and \($0.words)" } ?? "failed"
    let reason = hasCancelledStep ? ". A step in it was skipped or canceled, so earlier issues fail the test." : ""
    return LogLine(.red, "♻️♻️♻️❌ [FLAKY] \(end) on re-run \(last.retry)\(runs)\(scope)\(reason)")
  }
}
