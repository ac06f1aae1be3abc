internal import Foundation
internal import Testing
internal import XCTest

// A base class of this library announces its test. An observer sees other test cases. It is added at the first query
// and misses the start of the test that is running then, which only a step or a failure can reveal.
extension TestRun {
  private struct Table {
    /// The running tests, the outermost first; usually there is only one.
    var running: [TestRun] = []
    /// Whether every further test will be known.
    var hasSeenTest = false
    var afterUnseenTest: (@Sendable () -> Void)?
  }

  private static let table = Locked(Table())
  private static let observer = Observer()

  static var current: TestRun? {
    watch()
    // Nothing may announce the end of a test that only a step has revealed.
    return table.withLock { $0.running }.last { $0.testCase?.testRun?.stopDate == nil }
  }

  /// Whether a test may be running that nothing has revealed: in the first test of XCTest, or before it.
  static var mayBeUnseen: Bool { !Test.isOnlyFramework && table.withLock { !$0.hasSeenTest } }

  static var awaitsUnseenTest: Bool { table.withLock { $0.afterUnseenTest != nil } }

  /// Performs the body when the running test ends, but not if none is running yet, as in `class func setUp`.
  static func afterUnseenTest(_ body: @escaping @Sendable () -> Void) {
    table.withLock { if !$0.hasSeenTest, $0.afterUnseenTest == nil { $0.afterUnseenTest = body } }
  }

  static func of(_ testCase: XCTestCase) -> TestRun? {
    let known = testCase.knownToXCTest
    return table.withLock { $0.running.last { $0.testCase === known } }
  }

  /// Replaces the previous run of the same test.
  static func begin(_ test: TestRun) {
    watch()
    // A test is released outside the lock, because its `deinit` may take the lock.
    _ = table.withLock { table in
      let before = table.running
      // On Apple platforms a test may have ended by unwinding past Swift frames, without a call of `end`.
      table.running.removeAll { $0.testCase === test.testCase || $0.testCase?.testRun?.stopDate != nil }
      table.running.append(test)
      return before
    }
  }

  /// Adds a test that only a step or another place has revealed.
  static func see(_ testCase: XCTestCase) -> TestRun? {
    if let known = of(testCase) { return known }
    guard testCase.isRunning else { return nil }
    let test = TestRun(testCase)
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

  /// Whether the runner of XCTest, which observes all tests, is in this process; elsewhere a step has no test.
  ///
  /// If XCTest changes how it keeps its observers, every process counts as one with a runner.
  static let isHosted = {
    #if canImport(Darwin)
      true
    #else
      guard let observers = Mirror(reflecting: XCTestObservationCenter.shared).descendant("observers") else {
        return true
      }
      return Mirror(reflecting: observers).children.contains {
        !(Mirror(reflecting: $0.value).descendant("object") is Observer)
      }
    #endif
  }()

  static func watch() { if Observer.canBeAdded { isObserving } }

  private static let isObserving: Void = XCTestObservationCenter.shared.addTestObserver(observer)

  private final class Observer: NSObject, XCTestObservation, Sendable {
    #if canImport(Darwin)
      static var canBeAdded: Bool { Thread.isMainThread }

      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        of(testCase)?.hintAtMissingError(issue.compactDescription)
      }
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
        of(testCase)?.hintAtMissingError(description)
      }
    #endif

    func testCaseWillStart(_ testCase: XCTestCase) {
      StandardStream.keep()
      if of(testCase) == nil { begin(TestRun(testCase)) }
      _ = seeTest()
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      end(testCase)
      seeTest()?()
    }

    private func seeTest() -> (@Sendable () -> Void)? {
      table.withLock { table in
        defer { (table.hasSeenTest, table.afterUnseenTest) = (true, nil) }
        return table.afterUnseenTest
      }
    }

    // Some runners are killed after their last test, so this cannot wait for the end of the process.
    func testBundleDidFinish(_ testBundle: Bundle) { Dependencies.current.end() }
  }

  static func identity(of known: TestRun?) -> TestIdentity? {
    if let identity = known?.identity { return identity }
    if let test = Test.current { return TestIdentity(test) }
    return (known ?? current)?.identity
  }

  func perform(_ invokeTest: () -> Void) {
    StandardStream.keep()
    Self.begin(self)
    ProcessEnd.watch(self)
    keeper.begin(self)
    StepEnvironment.$current.withValue(outside.inside(self)) { Self.adoptIssues(in: self, invokeTest) }
  }
}
