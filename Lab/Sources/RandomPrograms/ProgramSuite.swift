import TargetedAutoRetry
import Testing

/// A program as a test of Swift Testing.
struct ProgramSuite: Host {
  let execution: Execution

  /// Runs a program inside the running test.
  static func judge(_ program: Program) async -> Judgement {
    let suite = ProgramSuite(execution: Execution(program))
    let isRed = Guarded(false)
    let hears: @Sendable (Int?) -> Void = { number in
      isRed.withLock { $0 = true }
      suite.execution.notes.add(.hears(number))
    }
    await withKnownIssue(isIntermittent: true) {
      do {
        try await suite.run(program.traits[...], in: nil)
      } catch {
        if !(error is CancellationError) { hears(suite.execution.number(of: error)) }
      }
      for task in suite.execution.dueTasks({ _ in true }) { await task.runNow() }
    } matching: { issue in
      hears(Notes.number(in: String(describing: issue)))
      return true
    }
    return Judgement(facts: suite.execution.notes.facts, isRed: isRed.withLock { $0 })
  }

  /// Runs the test with the remaining traits, the outermost first.
  private func run(_ traits: ArraySlice<Flaky>, in around: Place?) async throws {
    guard let flaky = traits.first, let test = Test.current else {
      // Without a trait the test itself runs, once.
      return try await execution.program.traits.isEmpty ? runOnce(of: Scope(nil, in: nil)) : ()
    }
    let scope = Scope(flaky, in: around)
    let trait = FlakyTrait.flaky(flaky.flakiness)
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      if traits.count == 1 { return try await runOnce(of: scope) }
      let run = execution.open(Place(.run(of: scope), in: scope.around))
      defer { execution.close(run) }
      do {
        try await self.run(traits.dropFirst(), in: run)
        execution.end(run, nil)
      } catch {
        // An error belongs to the innermost run.
        execution.end(run, execution.number(of: error) == nil ? error : nil)
        throw error
      }
    }
  }

  private func runOnce(of scope: Scope) async throws {
    // Late tasks come in the next run, or after the last.
    let late = execution.dueTasks { _ in true }
    let around = execution.beginRun(of: scope)
    defer { execution.close(around.run) }
    for task in late { await task.runNow() }
    do {
      try await execution.withFakeTime { try await runInTask(execution.program.body, around) }
      execution.end(around.run, nil)
    } catch {
      execution.end(around.run, error is EarlyExit ? nil : error)
      if !(error is EarlyExit) { throw error }
    }
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  func collectEvidence(of attempt: AttemptEvidence) { evidence(of: attempt) }

  func fail(_ number: Int, withError: Bool) {
    if withError {
      Issue.record(Thrown(number: number))
    } else {
      Issue.record("issue \(Notes.mark(number))")
    }
  }

  func stop() throws { throw CancellationError() }

  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows {
    guard !execution.program.traits.isEmpty else { return try tests() }
    try flaky(flakiness, tests)
  }

  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows {
    guard !execution.program.traits.isEmpty else { return try await tests() }
    try await flaky(flakiness, tests)
  }

  func makeExpectation(isForgotten: Bool) {}

  func waitForExpectation() {}
}
