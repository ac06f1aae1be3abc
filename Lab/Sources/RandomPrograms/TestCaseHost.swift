import Foundation
import TargetedAutoRetry
import XCTest

/// A program as a test of XCTest, in one of two base classes.
protocol TestCaseHost: Host, XCTestCase {
  var state: TestCaseState { get }

  /// Picks the wait of the class, which is not that of XCTest.
  func waitHere(for expectations: [XCTestExpectation], timeout: TimeInterval)
}

/// The state of an instance.
final class TestCaseState: @unchecked Sendable {
  private struct Current {
    let execution: Execution
    let scope: Scope
  }

  /// The running program; a re-run of its test is another instance.
  private static let current = Guarded<Current?>(nil)
  private static let observer = Observer()

  let execution: Execution
  private let scope: Scope
  fileprivate lazy var around = execution.beginRun(of: scope)
  fileprivate var expectations: [XCTestExpectation] = []
  fileprivate var hasForgotten = false

  init() {
    guard let current = Self.current.withLock({ $0 }) else { preconditionFailure("no program runs") }
    (execution, scope) = (current.execution, current.scope)
  }

  static func begin(_ execution: Execution) {
    current.withLock { $0 = Current(execution: execution, scope: Scope(nil, in: nil)) }
    observer.begin()
  }

  /// Observes the failures that reach the result.
  private final class Observer: NSObject, XCTestObservation, @unchecked Sendable {
    private var isRegistered = false

    func begin() {
      if !isRegistered { XCTestObservationCenter.shared.addTestObserver(self) }
      isRegistered = true
    }

    func testCase(_ testCase: XCTestCase, didFailWithDescription text: String, inFile: String?, atLine: Int) {
      TestCaseState.current.withLock { $0?.execution.notes.add(.hears(Notes.number(in: text))) }
    }
  }
}

extension Program {
  /// Runs the program as a test of XCTest, on the main thread.
  func judge() -> Judgement {
    let execution = Execution(self)
    TestCaseState.begin(execution)
    let testCase = isForeign ? ForeignProgramCase.make(isAsync) : ProgramCase.make(isAsync)
    testCase.run()
    execution.end()
    // A suite sums up the same counts.
    let isRed = (testCase.testRun?.totalFailureCount ?? 1) > 0
    let judgement = Judgement(facts: execution.notes.facts, isRed: isRed)
    // No task may stay behind.
    for task in execution.dueTasks({ _ in true }) { task.runNow() }
    return judgement
  }
}

extension TestCaseHost {
  static func make(_ isAsync: Bool) -> XCTestCase {
    Self(name: "testProgram") { testCase in
      guard let testCase = testCase as? Self else { return }
      let function = isAsync ? asyncTest { (testCase: Self) in testCase.runInTask }(testCase) : testCase.runHere
      try function()
    }
  }

  var execution: Execution { state.execution }

  func runSetUp() throws {
    // Late tasks come in the next run.
    let late = execution.dueTasks { _ in true }
    let around = state.around
    for task in late { task.runNow() }
    do {
      try execution.withFakeTime { try run(execution.program.setUp, around) }
    } catch {
      // XCTest does not hand on an error of the set-up, so it belongs to no flaky scope.
      if let number = execution.number(of: error) { execution.notes.add(.records(number, in: around.run)) }
      execution.end(around.run, execution.number(of: error) == nil ? error : nil)
      throw error
    }
  }

  fileprivate func runHere() throws {
    try execution.withFakeTime {
      do {
        try run(execution.program.body, state.around)
        if !state.expectations.isEmpty { waitHere(for: state.expectations, timeout: 1) }
        ends(by: nil)
      } catch {
        ends(by: error)
        if !(error is EarlyExit) { throw error }
      }
    }
  }

  fileprivate func runInTask() async throws {
    try await execution.withFakeTime {
      do {
        try await runInTask(execution.program.body, state.around)
        ends(by: nil)
      } catch {
        ends(by: error)
        if !(error is EarlyExit) { throw error }
      }
    }
  }

  private func ends(by error: (any Error)?) {
    let wasCut = state.hasForgotten || (error != nil && !state.expectations.isEmpty)
    let error = error is EarlyExit ? nil : error
    execution.end(state.around.run, error)
    guard wasCut else { return }
    // Expectations that an error left unawaited are forgotten if the test runs again.
    if error != nil { return execution.leavesExpectations(state.around.run) }
    execution.notes.add(.records(0, in: state.around.run))
  }

  func runTearDown() throws {
    spin()
    defer { execution.close(state.around.run) }
    do {
      try run(execution.program.tearDown, state.around)
    } catch {
      if let number = execution.number(of: error) { execution.notes.add(.records(number, in: state.around.run)) }
      throw error
    }
  }

  func fail(_ number: Int, withError: Bool) { XCTFail("issue \(Notes.mark(number))") }

  func stop() throws { throw XCTSkip("not here") }

  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows { try flaky(flakiness, tests) }

  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows {
    try await flaky(flakiness, tests)
  }

  func makeExpectation(isForgotten: Bool) {
    let made = expectation(description: "fulfilled")
    made.fulfill()
    if isForgotten { state.hasForgotten = true } else { state.expectations.append(made) }
  }

  func waitForExpectation() {
    let reached = XCTestExpectation(description: "the main queue")
    DispatchQueue.main.async { reached.fulfill() }
    waitHere(for: [reached], timeout: 10)
  }
}
