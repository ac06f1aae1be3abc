import Testing

@testable import TargetedAutoRetry

/// A program as a test of Swift Testing.
struct ProgramSuite: Host {
  let execution: Execution

  /// Runs a program inside the running test.
  static func judge(_ program: Program) async -> Judgement {
    let suite = ProgramSuite(execution: Execution(program))
    let isRed = Locked(false)
    // All programs run in one test and have the same lines.
    TestRun.ofStep(of: nil, inside: nil, .current, isInSwiftTesting: true)?.state.withLock { $0.forgiven = [] }
    await withKnownIssue(isIntermittent: true) {
      // A task of its own, which the program may cancel.
      await Task {
        do {
          try await withRetryPolicy(Step.policyAroundTests) { try await suite.run(program) }
        } catch {
          // As in Swift Testing, a cancellation is one in a canceled task only.
          if (error.meansCancellation && Task.isCancelled) || error.isRequirement { return }
          isRed.setTrue()
          suite.execution.notes.add(.hears(suite.execution.number(of: error) ?? 0))
        }
      }.value
      for task in suite.execution.dueTasks({ _ in true }) { await task.runNow() }
    } matching: { issue in
      if issue.failsTest {
        isRed.setTrue()
        suite.execution.hears(String(describing: issue))
        // This known issue is no author's.
        TestIssue.beingRecorded?.noteDelivery()
      }
      return issue.failsTest
    }
    return Judgement(framework: .swiftTesting, facts: suite.execution.notes.facts, isRed: isRed.isTrue)
  }

  /// Runs the test in its traits, as Swift Testing does.
  private func run(_ program: Program) async throws {
    guard var test = Test.current else { return }
    let traits = program.traits.enumerated().map { FlakyTrait.flaky($1.flakiness, line: UInt($0 + 1)) }
    test.traits = traits
    if program.trait?.isInvalid == true { execution.notes.add(.gates(0, in: nil)) }
    let providers = traits.compactMap { $0.scopeProvider(for: test, testCase: Test.Case.current) }
    try await run(in: providers[...], test)
  }

  private func run(in providers: ArraySlice<FlakyTrait>, _ test: Test) async throws {
    guard let outermost = providers.first else { return try await runOnce() }
    try await outermost.provideScope(for: test, testCase: Test.Case.current) {
      try await run(in: providers.dropFirst(), test)
    }
  }

  private func runOnce() async throws {
    // Late tasks come in the next run, or after the last.
    let late = execution.dueTasks { _ in true }
    let around = execution.beginRun()
    defer { execution.close(around.run) }
    for task in late { await task.runNow() }
    try await execution.withFakeTime {
      let result = await Result { try await runInTask(execution.program.body, around.withScope) }
      try execution.end(around.run, result)
    }
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  func fail(_ number: Int, at line: Int) { Issue.record("issue \(Notes.mark(number))", sourceLocation: .ofIssue(line)) }

  func require(_ number: Int, at line: Int) throws {
    let nothing: Int? = nil
    _ = try #require(nothing, "issue \(Notes.mark(number))", sourceLocation: .ofIssue(line))
  }

  func stop() throws {
    withUnsafeCurrentTask { $0?.cancel() }
    throw execution.error(.cancellation)
  }
}

extension SourceLocation {
  static func ofIssue(_ line: Int) -> SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }

  /// The place of a known issue, which has a line of its own each time.
  static func ofKnown(_ number: Int) -> SourceLocation { ofIssue(1_000_000 + number) }
}
