internal import XCTest

struct FlakyMark: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// 0 if the mark is invalid or has expired.
  let maxRetryCount: Int

  init(_ flakiness: Flakiness, at callSite: CallSite, in test: TestIdentity?) {
    let problem = flakiness.problem
    let isExpired = flakiness.isExpired(at: Dependencies.current.timekeeper.date)
    self.flakiness = flakiness
    self.callSite = callSite
    maxRetryCount = problem != nil || isExpired ? 0 : flakiness.maxRetryCount
    Dependencies.current.complain(at: callSite)
    if let problem { Dependencies.current.fail(problem, at: callSite) }
    if isExpired { emit(.flakyScopeExpired(flakiness), in: test) }
  }

  func emit(_ kind: RetryEvent.Kind, in test: TestIdentity?, id: StepID = .next()) {
    Dependencies.current.emit(RetryEvent(kind, ofTest: test, callSite: callSite, id: id))
  }
}

/// A part of a test whose failure makes the whole test run again.
final class FlakyScope: Sendable {
  let mark: FlakyMark
  let test: TestRun
  let issuesBefore: Int

  init(_ mark: FlakyMark, of test: TestRun) {
    self.mark = mark
    self.test = test
    issuesBefore = test.state.withLock { $0.issues.count }
    test.begin(self)
  }

  /// `nil`, after a failure at the call, if the test cannot run again.
  convenience init?(_ flakiness: Flakiness, at callSite: CallSite) {
    let test = StepEnvironment.current.flakyRun ?? TestRun.current
    let identity = TestRun.identity(of: test)
    let mark = FlakyMark(flakiness, at: callSite, in: identity)
    guard let test, test.withholds, test.testCase?.canRunAgain != false else {
      let problem =
        identity?.framework == .swiftTesting
        ? "A flaky scope needs the trait .flaky on its test."
        : "A flaky scope needs a test that can run again: inherit from RetryableTestCase."
      Dependencies.current.fail(problem, at: callSite)
      return nil
    }
    self.init(mark, of: test)
  }

  var isOpen: Bool { test.state.withLock { !$0.hasEnded && $0.openScopes.contains(ObjectIdentifier(self)) } }

  func perform(_ tests: () throws -> Void) rethrows {
    defer { end() }
    do {
      try StepEnvironment.$current.withValue(.with(flakyScope: self), operation: tests)
    } catch {
      throw ended(by: error)
    }
  }

  func perform(isolation: isolated (any Actor)?, _ tests: () async throws -> Void) async rethrows {
    defer { end() }
    do {
      try await StepEnvironment.$current.withValue(.with(flakyScope: self), operation: tests, isolation: isolation)
    } catch {
      throw ended(by: error)
    }
  }

  // Inside a step, the error fails the attempt. Otherwise it becomes an issue of the scope, and `RunEnded` is thrown.
  private func ended(by error: any Error) -> any Error {
    if error.meansStop, AttemptScope.current?.noteCancellation() != true { test.noteCancellation() }
    if AttemptScope.current != nil || error.meansStop || error is RunEnded { return error }
    if !test.hasFailure(of: error, in: self) {
      StepEnvironment.$current.withValue(.with(flakyScope: self)) { test.record(error, at: mark.callSite) }
    }
    return RunEnded()
  }

  private func end() {
    test.state.withLock { _ = $0.openScopes.remove(ObjectIdentifier(self)) }
  }
}
