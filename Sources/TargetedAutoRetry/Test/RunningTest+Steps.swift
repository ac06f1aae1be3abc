internal import Testing
internal import XCTest

extension RunningTest {
  /// All tests of Swift Testing without a trait; it ends with the process.
  private static let ofSwiftTesting: RunningTest = {
    ProcessEnd.add {
      for issue in ofSwiftTesting.abandon() {
        ProcessEnd.fail("\(issue.place): error: \(issue.message) (\(NotWithheld.testIsOver.rawValue))")
      }
    }
    return RunningTest()
  }()
  private static let over: RunningTest = {
    let test = RunningTest()
    _ = test.abandon()
    return test
  }()

  /// The test that a step begins in; nil if it is not known.
  ///
  /// - Parameter testCase: The object of the step, if it is a test case.
  static func ofStep(
    of testCase: XCTestCase?,
    inside parent: StepContext?,
    _ around: Surroundings,
    isInSwiftTesting: Bool
  ) -> RunningTest? {
    if let test = parent?.test, testCase == nil || testCase === test.instance { return test }
    if isInSwiftTesting { return around.flakyRun ?? ofSwiftTesting }
    guard let testCase else { return current }
    guard let test = see(testCase) else { return testCase.testRun?.stopDate == nil ? nil : over }
    return test.instance === testCase || !test.withholds ? test : over
  }
}

// The end of a test by a step that has failed.
extension RunningTest {
  /// The steps that have ended tests of Swift Testing without a trait.
  private static let ends = Locked<[TestIdentity: String]>([:])

  /// The step that has ended the test of the current code.
  var endingStep: String? {
    guard self === Self.ofSwiftTesting else { return endedBy.withLock { $0 } }
    // A test of the same name may run again in the process; its task is not cancelled. The lookup of the test takes long.
    if !Task.isCancelled || Self.ends.withLock({ $0.isEmpty }) { return nil }
    return Self.identity(of: self).flatMap { test in Self.ends.withLock { $0[test] } }
  }

  /// Ends the test of the current code, as far as its framework can.
  func end(by step: String) {
    guard self === Self.ofSwiftTesting else { return endedBy.withLock { $0 = step } }
    if let test = Self.identity(of: self) { Self.ends.withLock { $0[test] = step } }
    Self.cancelTest()
  }

  #if compiler(>=6.3)
    private static func cancelTest() {
      if Test.current != nil { _ = try? Test.cancel() }
    }
  #else
    private static func cancelTest() { withUnsafeCurrentTask { $0?.cancel() } }
  #endif
}
