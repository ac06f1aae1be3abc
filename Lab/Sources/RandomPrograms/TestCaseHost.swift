import Foundation
import XCTest

@testable import TargetedAutoRetry

/// A program as a test of XCTest, in one of two base classes.
protocol TestCaseHost: Host, XCTestCase {
  var state: TestCaseState { get }
}

/// The state of an instance.
final class TestCaseState: @unchecked Sendable {
  /// The running program; a re-run of its test is another instance.
  private static let current = Locked<Execution?>(nil)
  private static let observer = {
    let observer = Observer()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  let execution: Execution
  fileprivate lazy var around = execution.beginRun()

  init() {
    guard let current = Self.current.withLock({ $0 }) else { preconditionFailure("no program runs") }
    execution = current
  }

  static func begin(_ execution: Execution) {
    current.withLock { $0 = execution }
    _ = observer
  }

  /// Observes the failures that reach the result.
  private final class Observer: NSObject, XCTestObservation, @unchecked Sendable {
    func testCase(_ testCase: XCTestCase, didFailWithDescription text: String, inFile: String?, atLine: Int) {
      TestCaseState.current.withLock { $0?.hears(text) }
    }
  }
}

extension Program {
  /// Runs the program as a test of XCTest, on the main thread.
  func judge() -> Judgement {
    let execution = Execution(self)
    TestCaseState.begin(execution)
    if failsInClassSetUp { ClassSetUp.fail(in: execution) }
    let testCase = isForeign ? ForeignProgramCase.make(isAsync) : ProgramCase.make(isAsync)
    testCase.run()
    execution.isOver.setTrue()
    // A suite sums up the same counts. The process would exit with an error too.
    let isRed = (testCase.testRun?.totalFailureCount ?? 1) > 0 || ProcessEnd.takeRed()
    let judgement = Judgement(framework: .xctest, facts: execution.notes.facts, isRed: isRed)
    // No task may stay behind.
    for task in execution.dueTasks({ _ in true }) { task.runNow() }
    _ = ProcessEnd.takeRed()
    return judgement
  }
}

/// A step in `class func setUp`, where no test runs: its failure makes the process exit with an error.
private struct ClassSetUp: TargetedAutoRetry {
  static func fail(in execution: Execution) {
    let number = execution.record(in: nil, at: nil)
    let name = "class set-up \(Notes.mark(number))"
    ClassSetUp().autoRetry(mainAction: {}, successCondition: { false }, actionDescription: name, retryAttempts: 0)
    if ProcessEnd.isRed.withLock({ $0 }) { execution.hears(name) }
  }
}

extension ProcessEnd {
  /// True after a failure that no test could take; the next program begins without one.
  fileprivate static func takeRed() -> Bool {
    isRed.withLock { isRed in
      defer { isRed = false }
      return isRed
    }
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
    let result = Result { try execution.withFakeTime { try run(execution.program.setUp, around) } }
    if case .failure = result { try execution.end(around.run, result) }
  }

  fileprivate func runHere() throws {
    try execution.withFakeTime {
      let result = Result { try run(execution.program.body, state.around.withScope) }
      try execution.end(state.around.run, result)
    }
  }

  fileprivate func runInTask() async throws {
    try await execution.withFakeTime {
      let result = await Result { try await runInTask(execution.program.body, state.around.withScope) }
      try execution.end(state.around.run, result)
    }
  }

  func runTearDown() throws {
    spin(in: state.around.run)
    defer { execution.close(state.around.run) }
    do {
      try run(execution.program.tearDown, state.around)
    } catch {
      if let number = execution.number(of: error) {
        execution.notes.add(.records(number, in: state.around.run, at: nil))
      }
      throw error
    }
  }

  func fail(_ number: Int, at line: Int) { XCTFail("issue \(Notes.mark(number))", line: UInt(line)) }

  func require(_ number: Int, at line: Int) throws {
    let nothing: Int? = nil
    _ = try XCTUnwrap(nothing, "issue \(Notes.mark(number))", line: UInt(line))
  }

  func stop() throws { throw XCTSkip("not here") }
}
