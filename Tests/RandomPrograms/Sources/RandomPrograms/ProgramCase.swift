import Foundation
import TargetedAutoRetry
import XCTest

/// A program as a test of XCTest.
final class ProgramCase: RetryableTestCase, Host, @unchecked Sendable {
  private struct Current {
    let execution: Execution
    let scope: Scope
  }

  /// The program that runs; a re-run of its test is another instance.
  private static let current = Guarded<Current?>(nil)
  private static let observer = Observer()

  let execution: Execution
  private let scope: Scope
  private lazy var around = execution.beginRun(of: scope)
  private var expectations: [XCTestExpectation] = []
  private var hasForgotten = false

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    guard let current = Self.current.withLock({ $0 }) else { preconditionFailure("no program runs") }
    (execution, scope) = (current.execution, current.scope)
    super.init(name: name, testClosure: testClosure)
  }

  /// Runs a program on the main thread.
  static func judge(_ program: Program) -> Judgement {
    let execution = Execution(program)
    current.withLock { $0 = Current(execution: execution, scope: Scope(nil, in: nil)) }
    let testCase = ProgramCase(name: "testProgram") { testCase in
      guard let testCase = testCase as? ProgramCase else { return }
      let function = program.isAsync ? asyncTest(ProgramCase.runInTask)(testCase) : testCase.runHere
      try function()
    }
    observer.begin()
    testCase.run()
    execution.end()
    // What a suite adds up.
    let isRed = (testCase.testRun?.totalFailureCount ?? 1) > 0
    let judgement = Judgement(facts: execution.notes.facts, isRed: isRed)
    // No task may stay behind.
    for task in execution.dueTasks({ _ in true }) { task.runNow() }
    return judgement
  }

  /// Hears what reaches the result.
  private final class Observer: NSObject, XCTestObservation, @unchecked Sendable {
    private var isRegistered = false

    func begin() {
      if !isRegistered { XCTestObservationCenter.shared.addTestObserver(self) }
      isRegistered = true
    }

    func testCase(_ testCase: XCTestCase, didFailWithDescription text: String, inFile: String?, atLine: Int) {
      ProgramCase.current.withLock { $0?.execution.notes.add(.hears(Notes.number(in: text))) }
    }
  }

  override func setUpWithError() throws {
    // What is late comes in the next run.
    let late = execution.dueTasks { _ in true }
    let around = around
    for task in late { task.runNow() }
    do {
      try execution.withFakeTime { try run(execution.program.setUp, around) }
    } catch {
      // XCTest does not hand on what set-up throws, so no part has it.
      if let number = execution.number(of: error) { execution.notes.add(.records(number, in: around.run)) }
      execution.end(around.run, execution.number(of: error) == nil ? error : nil)
      throw error
    }
  }

  private func runHere() throws {
    try execution.withFakeTime {
      do {
        try run(execution.program.body, around)
        if !expectations.isEmpty { wait(for: expectations, timeout: 1) }
        ends(by: nil)
      } catch {
        ends(by: error)
        if !(error is EarlyExit) { throw error }
      }
    }
  }

  private func runInTask() async throws {
    try await execution.withFakeTime {
      do {
        try await runInTask(execution.program.body, around)
        ends(by: nil)
      } catch {
        ends(by: error)
        if !(error is EarlyExit) { throw error }
      }
    }
  }

  private func ends(by error: (any Error)?) {
    let wasCut = hasForgotten || (error != nil && !expectations.isEmpty)
    let error = error is EarlyExit ? nil : error
    execution.end(around.run, error)
    guard wasCut else { return }
    // What an error has kept the test from waiting for is forgotten if the test runs again.
    if error != nil { return execution.leavesExpectations(around.run) }
    execution.notes.add(.records(0, in: around.run))
  }

  override func tearDownWithError() throws {
    spin()
    defer { execution.close(around.run) }
    do {
      try run(execution.program.tearDown, around)
    } catch {
      if let number = execution.number(of: error) { execution.notes.add(.records(number, in: around.run)) }
      throw error
    }
  }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  override func collectEvidence(of attempt: AttemptEvidence) { evidence(of: attempt) }

  func fail(_ number: Int, withError: Bool) { XCTFail("issue \(Notes.mark(number))") }

  func stop() throws { throw XCTSkip("not here") }

  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows { try flaky(flakiness, tests) }

  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows {
    try await flaky(flakiness, tests)
  }

  func makeExpectation(isForgotten: Bool) {
    let made = expectation(description: "fulfilled")
    made.fulfill()
    if isForgotten { hasForgotten = true } else { expectations.append(made) }
  }

  func waitForExpectation() {
    let reached = XCTestExpectation(description: "the main queue")
    DispatchQueue.main.async { reached.fulfill() }
    wait(for: [reached], timeout: 10)
  }
}
