internal import XCTest

/// A part of a test, or all of it, whose failure makes the whole test run again.
final class FlakyScope: IssuePlace {
  /// `nil` for the whole test, which has the mark of its trait unless a scope inside narrows it.
  private let mark: FlakyMark?
  private let run: TestRun
  private let issuesBefore: Int
  private var test: FlakyTest { run.keeper }

  init(_ mark: FlakyMark? = nil, of run: TestRun) {
    self.mark = mark
    self.run = run
    issuesBefore = run.issueCount
    guard let mark else { return }
    run.open(self)
    test.begin(mark, in: run)
  }

  /// `nil`, after a failure at the call, if the test cannot run again.
  convenience init?(_ flakiness: Flakiness, at callSite: CallSite) {
    let run = StepEnvironment.current.run ?? TestRun.current
    let identity = TestRun.identity(of: run)
    let mark = FlakyMark(flakiness, at: callSite, in: identity)
    guard let run, run.withholds, run.testCase?.canRunAgain != false else {
      let problem =
        identity?.framework == .swiftTesting
        ? "A flaky scope needs the trait .flaky(…) on its test, with a reason of its own."
        : "A flaky scope needs a test that can run again: inherit from RetryableTestCase."
      Dependencies.current.fail(problem, at: callSite)
      return nil
    }
    self.init(mark, of: run)
    if let scope = AttemptScope.current, scope.isInHoldingScope, scope.attempt.retry == 0 {
      mark.emit(.ofFeature(FlakyEvent.scopeIsInStep(scope.step.shortName)), in: identity)
    }
  }

  func perform<Value>(_ tests: () throws -> Value) rethrows -> Value {
    defer { run.close(self) }
    do {
      return try StepEnvironment.$current.withValue(.with(place: self), operation: tests)
    } catch {
      throw ended(by: error)
    }
  }

  func perform<Value>(isolation: isolated (any Actor)?, _ tests: () async throws -> Value) async rethrows -> Value {
    defer { run.close(self) }
    do {
      return try await StepEnvironment.$current.withValue(.with(place: self), operation: tests, isolation: isolation)
    } catch {
      throw ended(by: error)
    }
  }

  // In an attempt, the error fails the attempt. Elsewhere, and in reset steps, it becomes an issue of the scope, and
  // `RunEnded` is thrown.
  private func ended(by error: any Error) -> any Error {
    let isStop = ErrorStop(error, isCancelled: Task.isCancelled) != nil
    if isStop, AttemptScope.current?.noteCancellation() != true { test.noteCancellation() }
    if AttemptScope.current?.isInHoldingScope == true || isStop || run.isEnding(error) { return error }
    if !run.hasFailure(of: error, in: self, after: issuesBefore) {
      let noted = run.issueCount
      StepEnvironment.$current.withValue(.with(place: self)) { run.record(error, at: mark?.callSite) }
      // A known issue of the author around the scope has taken it, and takes the error too.
      if run.issueCount == noted { return error }
    } else if let line = error.lineOfRequirement, !run.hasIssue(at: line, after: issuesBefore) {
      return error
    }
    return run.ending(by: error)
  }
}

extension FlakyScope {
  /// One matcher, that of the trait, asks for the whole test and for the scopes that narrow it.
  var matcher: ObjectIdentifier { ObjectIdentifier(run) }

  func standing(canBeRecordedAgain: Bool, in running: TestRun?) -> IssueOrigin.Standing {
    let isOpen = mark == nil || run.isOpen(self)
    if !isOpen || (running ?? run).hasEnded { return .refuses(.flakyScopeIsOver) }
    // The scope belongs to a test case whose test is not running.
    if let running, running !== run { return .refuses(.isOutside) }
    return test.mayKeep(mark, in: run) ? .keeps : .passesOn
  }

  func keep(_ issue: TestIssue) -> Bool { run.note(issue, mark: mark, isKept: test.mayKeep(mark, in: run)) }

  var remark: String { test.remark(on: mark, in: run) }

  func noteInResult(_ issue: TestIssue, isItsOwn: Bool) {
    if run.hasEnded { return test.note(issue, after: run) }
    _ = run.note(issue, mark: isItsOwn ? mark : nil)
  }
}

struct FlakyMark: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// 0 if the mark is invalid or has expired, and in a run without retries.
  let maxRetryCount: Int

  init(_ flakiness: Flakiness, at callSite: CallSite, in test: TestIdentity?) {
    let problem = flakiness.problem
    let isExpired = flakiness.isExpired(at: Dependencies.current.timekeeper.date)
    self.flakiness = flakiness
    self.callSite = callSite
    let runsOnce = problem != nil || isExpired || Dependencies.current.steering.retryAttempts == 0
    maxRetryCount = runsOnce ? 0 : flakiness.maxRetryCount
    Dependencies.current.complain(at: callSite)
    if let problem { Dependencies.current.fail(problem, at: callSite) }
    if isExpired { emit(.ofFeature(FlakyEvent.scopeExpired(flakiness)), in: test) }
  }

  /// For example `flaky scope at MapTests.swift:12: the map service is slow`.
  var text: String { "flaky scope at \(callSite.place): \(flakiness.text)" }

  func emit(_ kind: RetryEvent.Kind, in test: TestIdentity?, id: StepID = .next()) {
    Dependencies.current.emit(RetryEvent(kind, ofTest: test, callSite: callSite, id: id))
  }
}
