internal import Foundation
internal import Testing
internal import XCTest

// The running tests of XCTest, as far as they are known.
//
// A base class of this library announces its test. Other test cases are seen by an observer. It starts watching at the
// first query, so it misses the begin of that test; until the next one, only a step or a failure reveals the test case.
extension TestRun {
  private struct Table {
    /// From the outermost in; usually one.
    var running: [TestRun] = []
    var isWatching = false
    /// True once every further test is known.
    var hasSeenTest = false
  }

  private static let table = Locked(Table())
  private static let observer = Observer()

  /// The innermost running test of XCTest.
  static var current: TestRun? {
    let (running, isWatching) = table.withLock { ($0.running, $0.isWatching) }
    if !isWatching { watch() }
    return running.last { $0.isAnnounced || $0.testCase?.isRunning == true }
  }

  /// True in the first test of XCTest, or before it.
  static var mayBeUnseen: Bool { !isOfSwiftTesting && table.withLock { !$0.hasSeenTest } }

  /// True if SwiftPM has started the process for the tests of Swift Testing alone.
  private static let isOfSwiftTesting = CommandLine.arguments.contains("swift-testing")

  /// The running test of a test case, or of one of its re-runs.
  static func of(_ testCase: XCTestCase) -> TestRun? {
    table.withLock { $0.running.last { $0.testCase === testCase || $0.instance === testCase } }
  }

  /// Begins a test, or a run of it, in place of the run before.
  static func begin(_ test: TestRun) {
    watch()
    // A test is released outside of the lock, because a deinit may take it.
    _ = table.withLock { table in
      let before = table.running
      // On Apple platforms a test may have ended by unwinding past Swift frames.
      table.running.removeAll { $0.testCase === test.testCase || $0.testCase?.testRun?.stopDate != nil }
      table.running.append(test)
      return before
    }
  }

  /// The running test of a test case that has a step or a flaky scope.
  static func see(_ testCase: XCTestCase) -> TestRun? {
    if let known = of(testCase) { return known }
    guard testCase.isRunning else { return nil }
    let test = TestRun(testCase, isAnnounced: false)
    begin(test)
    return test
  }

  static func end(_ testCase: XCTestCase) {
    let ended = table.withLock { table in
      defer { table.running.removeAll { $0.testCase === testCase } }
      return table.running.filter { $0.testCase === testCase }
    }
    for test in ended { test.state.withLock { $0.hasEnded = true } }
  }

  static func watch() {
    table.withLock { table in
      guard !table.isWatching, Observer.canBeAdded else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
      table.isWatching = true
    }
  }

  private final class Observer: NSObject, XCTestObservation, Sendable {
    #if canImport(Darwin)
      static var canBeAdded: Bool { Thread.isMainThread }
    #else
      static var canBeAdded: Bool { true }

      /// XCTest calls it on the thread that records the failure.
      func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        if of(testCase) == nil { begin(TestRun(testCase)) }
      }
    #endif

    func testCaseWillStart(_ testCase: XCTestCase) {
      if of(testCase) == nil { begin(TestRun(testCase)) }
      table.withLock { $0.hasSeenTest = true }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      end(testCase)
      table.withLock { $0.hasSeenTest = true }
    }

    func testBundleDidFinish(_ testBundle: Bundle) { ProcessEnd.atEndOfTests.withLock { $0 }() }
  }
}

extension TestRun {
  /// The names of the running test.
  ///
  /// - Parameter known: The test, if it is known.
  static func identity(of known: TestRun?) -> TestIdentity? {
    if let identity = known?.identity { return identity }
    if let test = Test.current { return TestIdentity(test) }
    return (known ?? current)?.identity
  }
}

// A test case whose issues can be withheld.
extension TestRun {
  func perform(_ invokeTest: () -> Void) {
    Self.begin(self)
    // On Apple platforms a failed assertion may have unwound past Swift frames, and left its environment behind.
    let environment = StepEnvironment(dependencies: StepEnvironment.current.dependencies)
    StepEnvironment.$current.withValue(environment, operation: invokeTest)
  }

  /// Decides about an issue that the override of a base class has handed in; true if it is kept out of the result.
  func decide(aboutHandedIn issue: TestIssue) -> Bool {
    state.withLock { $0.isConsulted = true }
    return TestIssue.recorded == nil && decide(about: issue)
  }

  /// Decides about an issue before XCTest has it; true if it is kept out of the result.
  func decide(about issue: TestIssue) -> Bool {
    let passing = "\(ObjectIdentifier(Thread.current)) \(failures) \(issue.text)"
    if state.withLock({ $0.passedOn == passing }) { return false }
    let environment = StepEnvironment.current
    let places = environment.places(in: self)
    while true {
      let origin = IssueOrigin(
        of: issue,
        environment,
        places,
        canBeReplayed: true,
        isSomethingOpen: isSomethingOpen
      )
      switch IssueOwner(of: origin) {
      case .place(let index):
        // A place that has just ended decides differently in the next round.
        guard places[index].keep(issue) else { continue }
        return true
      case .test(let reason):
        var mark: FlakyMark?
        if case .run(_, let scope)? = places.last, origin.isPassedOn(by: places.count - 1) { mark = scope?.mark }
        fail(with: issue, of: mark)
        if let reason { Dependencies.current.emitNotWithheld(issue.text, reason, in: Self.identity(of: self)) }
      case .unaffected: break
      }
      state.withLock { $0.passedOn = passing }
      return false
    }
  }

  private static let bypassed =
    "withholdingIssues is only one of two calls: an issue has reached XCTest, and no override has handed it to withholds. "
    + "Override record(_:) too, on Linux recordFailure(withDescription:inFile:atLine:expected:)."

  /// Fails a test whose class announces its runs but never hands in its issues: none of them could be withheld.
  func failIfBypassed() {
    guard let callSite, failures != failuresBefore, !state.withLock({ $0.isConsulted }) else { return }
    let issue = TestIssue.own(Self.bypassed, at: callSite, isUnconditional: true)
    fail(with: issue)
    _ = Dependencies.current.recordFailure(issue)
  }
}
