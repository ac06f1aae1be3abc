internal import Foundation
internal import Testing
internal import XCTest

/// A failure for the running test, at the line of the author's call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  let kind: OwnFailure.Kind
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
    return OwnFailure(kind: kind, message: message, key: key, causes: causes).perform {
      if Test.current != nil { return recordInSwiftTesting() }
      if isTestOver { return _ = recordIssue() }
      if needsTestCase, let testCase = RunningTest.current?.testCase { return testCase.record(ofXCTest) }
      if let file = callSite.literalPath {
        XCTFail(message, file: file, line: callSite.line)
      } else {
        // XCTest takes a path that is not a literal only from a test case.
        XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: callSite.ownFile, line: callSite.ownLine)
      }
      // On Linux the observer has seen the test case that has failed, and XCTest drops a failure outside of any.
      if RunningTest.current != nil { return }
      recordIssue()
    }
  }

  private func recordInSwiftTesting() {
    guard !recordIssue().failsTest, kind == .gate else { return }
    // A `withKnownIssue` around the step has matched it, which is known only afterwards. No scope and no test is around a
    // thread, and an issue there fails the run.
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      recordIssue()
      isOver.signal()
    }
    isOver.wait()
  }

  @discardableResult
  private func recordIssue() -> Issue {
    OwnFailure.recordIssue(message, at: callSite.sourceLocation)
  }

  private var ofXCTest: XCTestFailure { XCTestFailure("failed - \(message)", at: callSite) }
}

/// A failure that this library is about to record: its owner is around its step or scope, and no other open attempt.
struct OwnFailure: Sendable {
  enum Kind: Equatable, Sendable {
    /// A failure of a step or of a scope, or a withheld issue that is reported after all.
    case failure
    /// A report of a recovery or of a misuse; it does not disturb: it is never withheld, and nothing is run again for it.
    case gate
  }

  var kind = Kind.failure
  let message: String
  let key: String?
  var causes: [FailureCause] = []
  /// True if it fails a test of Swift Testing, or if a place around keeps it.
  let isTaken = Locked(false)

  @TaskLocal private static var current: OwnFailure?

  /// The failure behind an issue; an override or a matcher of the author may record other issues meanwhile.
  static func of(_ message: String) -> OwnFailure? {
    current.flatMap { message.hasSuffix($0.message) ? $0 : nil }
  }

  /// - Returns: False if the author expects the failure: it fails no test, and no place keeps it.
  @discardableResult
  func perform(_ recording: () -> Void) -> Bool {
    let failuresBefore = Self.failuresInXCTest
    Self.$current.withValue(self, operation: recording)
    return isTaken.withLock { $0 } || Self.failuresInXCTest != failuresBefore
  }

  private static var failuresInXCTest: Int { RunningTest.current?.failures ?? 0 }

  /// Records an issue of Swift Testing, which drops it while it makes its plan, and knows no test of a detached task.
  @discardableResult
  static func recordIssue(_ message: String, at location: SourceLocation) -> Issue {
    let issue = Issue.record(Comment(rawValue: message), sourceLocation: location)
    if issue.failsTest {
      current?.isTaken.withLock { $0 = true }
      if Test.Case.current == nil { XCTestFailure(message, at: location).failProcess() }
    }
    return issue
  }
}

#if compiler(>=6.3)
  extension XCTestFailure {
    fileprivate init(_ description: String, at location: SourceLocation) {
      self.init(description: description, file: location.filePath, line: location.line)
    }
  }
#else
  extension XCTestFailure {
    fileprivate init(_ description: String, at location: SourceLocation) {
      self.init(description: description, file: location._filePath, line: location.line)
    }
  }
#endif

extension CallSite {
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: resolvedFileID,
      filePath: path,
      // Swift Testing traps on a line or a column below 1.
      line: Int(clamping: max(line, 1)),
      column: Int(clamping: resolvedColumn)
    )
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

#if compiler(>=6.3)
  extension Issue {
    var failsTest: Bool { isFailure }
  }
#else
  extension Issue {
    /// True if the issue fails its test unless it is withheld; only reflection tells that somebody has matched it.
    var failsTest: Bool {
      let match = Mirror(reflecting: self).descendant("knownIssueContext")
      return match.map { "\($0)" == "nil" } ?? true
    }
  }
#endif
