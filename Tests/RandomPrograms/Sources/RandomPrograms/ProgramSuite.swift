import Testing

@testable import TargetedAutoRetry

/// A program as a test of Swift Testing.
struct ProgramSuite: Host {
  let execution: Execution

  /// Runs a program inside of the test that runs.
  ///
  /// - Returns: Whether its test would be red.
  static func isRed(_ program: Program) async -> Bool {
    let isRed = Locked(false)
    await withKnownIssue(isIntermittent: true) {
      let suite = ProgramSuite(execution: Execution(program))
      do {
        try await suite.runWithTrait()
      } catch {
        if !(error is CancellationError) { isRed.withLock { $0 = true } }
      }
      for issue in suite.execution.dueIssues({ _ in true }) { await issue.recordNow() }
    } matching: { issue in
      if issue.failsTest { isRed.withLock { $0 = true } }
      return true
    }
    return isRed.withLock { $0 }
  }

  private func runWithTrait() async throws {
    guard let reruns = execution.program.trait, let test = Test.current else { return try await runOnce() }
    let trait = FlakyTrait.flaky(.notFixable(reason: "r", maxRetryCount: reruns))
    try await trait.provideScope(for: test, testCase: Test.Case.current) { try await runOnce() }
  }

  private func runOnce() async throws {
    // What is late comes in the next run, or after the last.
    for issue in execution.dueIssues({ _ in true }) { await issue.recordNow() }
    try await Surroundings.$current.withValue(.with(environment: execution.environment)) {
      try await runInTask(execution.program.body, Around(owner: Owner()))
    }
  }

  var run: Int { FlakyTrait.retryCount }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  func fail(withError: Bool) {
    if withError { Issue.record(Thrown()) } else { Issue.record("an issue") }
  }

  func stop() throws { throw CancellationError() }

  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows {
    guard execution.program.trait != nil else { return try tests() }
    try flaky(flakiness, tests)
  }

  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows {
    guard execution.program.trait != nil else { return try await tests() }
    try await flaky(flakiness, tests)
  }

  func makeExpectation(isForgotten: Bool) {}
}
