internal import Foundation
internal import Testing
internal import XCTest

/// A failure of this library for the running test, at the line of the author's call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  /// True for a report of a recovery or of a misuse.
  var isGate = false
  /// The message without measured times, with its place; nil if there are none.
  var key: String?
  var causes: [FailureCause] = []
  /// True if the framework is to end the test, as far as it can.
  var endsTest = false
  /// True if no run of the test goes on that the failure is of.
  var isTestOver = false

  /// Records the failure with the framework of the running test; if no test can take it, the process ends red.
  ///
  /// - Returns: False if the author expects it.
  func record() -> Bool {
    // XCTest on Apple platforms then ends a synchronous test at the failure, past all Swift code.
    let isSynchronous = Thread.isMainThread && withUnsafeCurrentTask { $0 == nil }
    let testCase = endsTest && isSynchronous ? RunningTest.current?.instance : nil
    let goesOn = testCase?.continueAfterFailure ?? true
    testCase?.continueAfterFailure = false
    // A withheld failure ends nothing, and a re-run has the author's setting.
    defer { testCase?.continueAfterFailure = goesOn }
    let issue = TestIssue(message: message, place: callSite.place, key: key, causes: causes, isGate: isGate) {
      record($0)
    }
    return issue.report(in: isTestOver || Test.current != nil ? nil : .current)
  }

  private func record(_ message: String) {
    let isOfNoTest = RunningTest.current == nil && !RunningTest.mayBeUnseen
    if Test.current != nil || (isOfNoTest && TestIssue.mayLackTest) { return recordInSwiftTesting(message) }
    // XCTest or Swift Testing 6.4 would give it to the test that runs now, or to none, which may end the run.
    if isTestOver || isOfNoTest { return failProcess(message) }
    if needsTestCase, let testCase = RunningTest.current?.testCase {
      return testCase.record(XCTestFailure("failed - \(message)", at: callSite))
    }
    if let file = callSite.literalPath {
      XCTFail(message, file: file, line: callSite.line)
    } else {
      // XCTest takes a path that is not a literal only from a test case.
      XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: callSite.ownFile, line: callSite.ownLine)
    }
    // On Linux the observer has seen the test case that has failed, and XCTest drops a failure outside of any.
    if RunningTest.current == nil { failProcess(message) }
  }

  private func recordInSwiftTesting(_ message: String) {
    // A `withKnownIssue` around the step may have matched it, which is known only afterwards.
    if !TestIssue.recordInSwiftTesting(message, at: callSite.sourceLocation), isGate { failProcess(message) }
  }

  private func failProcess(_ message: String) {
    TestIssue.recorded?.take()
    XCTestFailure(message, at: callSite).failProcess()
  }
}

extension TestFailure {
  #if canImport(Darwin)
    /// XCTest finds the test itself, and takes a literal path.
    private var needsTestCase: Bool { callSite.literalPath == nil }
  #else
    /// True: the test around a nested one is not the test case that XCTest knows.
    private var needsTestCase: Bool { true }
  #endif
}

/// A failure as XCTest hands it on, and takes it.
struct XCTestFailure: Sendable {
  var description: String
  let file: String
  let line: Int
  /// True for an assertion; false for a thrown error or a misuse of XCTest.
  var isExpected = true

  /// Prints the failure at once, because no running test can take it, and lets the process end red.
  func failProcess() {
    ProcessEnd.fail("\(file):\(line): error: \(description) (no running test can take it, so the process ends red)")
  }
}

extension XCTestFailure {
  /// A failure at a call, or else at the place that XCTest gives to a failure without one.
  init(_ description: String, at callSite: CallSite?, isExpected: Bool = true) {
    let line = callSite.map { Int(clamping: $0.line) } ?? 0
    self.init(description: description, file: callSite?.path ?? "<EXPR>", line: line, isExpected: isExpected)
  }

  /// An error, in the words of XCTest.
  static func thrown(_ error: any Error, at callSite: CallSite? = nil) -> XCTestFailure {
    XCTestFailure("threw error \"\(error.text)\"", at: callSite, isExpected: false)
  }
}

extension XCTestFailure {
  init(_ description: String, at location: SourceLocation) {
    self.init(description: description, file: location.path, line: location.line)
  }
}

extension XCTestCase {
  #if canImport(Darwin)
    func record(_ failure: XCTestFailure) {
      let location = XCTSourceCodeLocation(filePath: failure.file, lineNumber: failure.line)
      let context = XCTSourceCodeContext(location: location)
      let type: XCTIssue.IssueType = failure.isExpected ? .assertionFailure : .thrownError
      record(XCTIssue(type: type, compactDescription: failure.description, sourceCodeContext: context))
    }
  #else
    func record(_ failure: XCTestFailure) {
      recordFailure(
        withDescription: failure.description,
        inFile: failure.file,
        atLine: failure.line,
        expected: failure.isExpected
      )
    }
  #endif
}
