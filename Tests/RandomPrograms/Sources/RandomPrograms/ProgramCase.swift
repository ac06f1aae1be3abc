import Foundation
import XCTest

@testable import TargetedAutoRetry

/// A program as a test of XCTest.
final class ProgramCase: RetryableTestCase, Host, @unchecked Sendable {
  /// The program that runs; a re-run of its test is another instance.
  private static let current = Locked<Execution?>(nil)

  let execution: Execution
  private let owner = Owner()
  private var expectations: [XCTestExpectation] = []

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    guard let execution = Self.current.withLock({ $0 }) else { preconditionFailure("no program runs") }
    self.execution = execution
    super.init(name: name, testClosure: testClosure)
  }

  /// Runs a program on the main thread.
  ///
  /// - Returns: Whether its test is red.
  static func isRed(_ program: Program) -> Bool {
    current.withLock { $0 = Execution(program) }
    let testCase = ProgramCase(name: "testProgram") { testCase in
      guard let testCase = testCase as? ProgramCase else { return }
      let function = program.isAsync ? asyncTest(ProgramCase.runInTask)(testCase) : testCase.runHere
      try function()
    }
    testCase.run()
    // What a suite adds up.
    return (testCase.testRun?.totalFailureCount ?? 1) > 0
  }

  var run: Int { retryCount }

  private func runHere() throws {
    try Surroundings.$current.withValue(.with(environment: execution.environment)) {
      defer {
        owner.end()
        execution.dueIssues().forEach { $0.recordNow() }
      }
      try run(execution.program.body, Around(owner: owner))
      if !expectations.isEmpty { wait(for: expectations, timeout: 1) }
    }
  }

  private func runInTask() async throws {
    try await Surroundings.$current.withValue(.with(environment: execution.environment)) {
      var thrown: (any Error)?
      do { try await runInTask(execution.program.body, Around(owner: owner)) } catch { thrown = error }
      owner.end()
      for issue in execution.dueIssues() { await issue.recordNow() }
      if let thrown { throw thrown }
    }
  }

  override func tearDownWithError() throws {
    try run(execution.program.tearDown, Around(owner: Owner()))
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  func fail(withError: Bool) { XCTFail("an issue") }

  func stop() throws { throw XCTSkip("not here") }

  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows { try flaky(flakiness, tests) }

  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows {
    try await flaky(flakiness, tests)
  }

  func makeExpectation(isForgotten: Bool) {
    let made = expectation(description: "fulfilled")
    made.fulfill()
    if !isForgotten { expectations.append(made) }
  }
}
