internal import Foundation
public import XCTest

/// What ``RetryableTestCase`` and `RetryableUITestCase` have in common; inherit from one of them.
open class IssueWithholdingTestCase: XCTestCase {
  /// The run of this test that is going on; an instance for a re-run shares it.
  private(set) lazy var currentRun = Locked(TestRun(RunHistory(at: .zero)))

  #if !canImport(Darwin)
    let methodName: String
    let testClosure: XCTestCaseClosure
    /// The instance that XCTest knows, where this one was made for a re-run of its test.
    var original: IssueWithholdingTestCase?
    /// The run of this instance, where it was made for a re-run of its test; it keeps the instance.
    weak var ownRun: XCTestRun?
    let waits = Waits()
    /// True while XCTest is asked for the expectations that nobody has waited for.
    let looksForExpectations = Locked(false)

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      methodName = name
      self.testClosure = testClosure
      super.init(name: name) { testCase in
        guard let testCase = testCase as? IssueWithholdingTestCase else { return try testClosure(testCase) }
        try testCase.runTestFunction(testClosure)
      }
    }

    open override var testRun: XCTestRun? { ownRun ?? super.testRun }
  #endif

  /// The number of times that this test ran again so far, because it failed in a flaky scope: 0 in its first run.
  public var retryCount: Int { run.history.rerun }

  var run: TestRun { currentRun.withLock { $0 } }

  var ownConformer: (any TargetedAutoRetry)? { nil }

  open override func invokeTest() {
    currentRun = Locked(TestRun(RunHistory(at: World.current.timekeeper.now())))
    RunningTestCase.begin(self)
    defer {
      TestLedger.end()
      RunningTestCase.end()
    }
    invokeTestUntilItEnds()
  }

  /// Runs the test in nothing that a test before may have left behind.
  ///
  /// On Apple's platforms a failed assertion with `continueAfterFailure = false` leaves the test past all Swift code.
  func invokeTestOnce() {
    ledger.begin(self)
    RunningTestCase.runs(self)
    let surroundings = Surroundings(world: Surroundings.current.world)
    Surroundings.$current.withValue(surroundings) { super.invokeTest() }
  }

  func shareRun(of original: IssueWithholdingTestCase) { currentRun = original.currentRun }

  /// A run is over.
  ///
  /// - Returns: True if another follows.
  func runsAgain(after testRun: XCTestRun?) -> Bool {
    let run = run
    for issue in run.ledger.abandon() {
      World.current.emitNotWithheld(issue.text, .testIsOver, in: .current(self))
      issue.report()
    }
    let end = run.end(wasSkipped: testRun?.hasBeenSkipped ?? false)
    if end.action == .rerun {
      var history = run.history
      history.rerunBegins(at: World.current.timekeeper.now(), after: end)
      let next = TestRun(history, after: end.mark)
      currentRun.withLock { $0 = next }
    }
    return end.conclude(in: .current(self))
  }

  /// Decides what becomes of an issue that XCTest hands on.
  ///
  /// - Returns: True if it is kept out of the result.
  func withholds(_ issue: WithheldIssue) -> Bool {
    let run = run
    let surroundings = Surroundings.current
    let places = surroundings.places(in: run)
    while true {
      let isSomethingOpen = run.ledger.isSomethingOpen
      let origin = IssueOrigin(surroundings, places, canBeReplayed: true, isSomethingOpen: isSomethingOpen)
      switch IssueOwner(of: origin) {
      case .place(let index):
        // If it is over by now, it says so when it is asked again.
        guard places[index].keeps(issue) else { continue }
        OwnFailure.current?.take()
        return true
      case .test(let reason, after: _):
        run.fails(with: issue)
        if let reason { World.current.emitNotWithheld(issue.text, reason, in: .current(self)) }
        return false
      case .nobody: return false
      }
    }
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      handle(issue)
    }

    func reportToXCTest(_ issue: XCTIssue) { super.record(issue) }
  #else
    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      handle(XCTestFailure(description: description, file: filePath, line: lineNumber, isExpected: expected))
    }

    func reportToXCTest(_ failure: XCTestFailure) {
      super.recordFailure(
        withDescription: failure.description,
        inFile: failure.file,
        atLine: failure.line,
        expected: failure.isExpected
      )
    }
  #endif
}

extension IssueWithholdingTestCase: WithholdingTestCase {
  var ledger: TestLedger { run.ledger }
}
