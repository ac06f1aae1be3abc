internal import Foundation
internal import Testing
internal import XCTest

/// A failure for the running test, at the line of the author's call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  let test: RunningTest?
  let kind: OwnFailure.Kind
  /// The message without measured times, with its place; nil if there are none.
  var key: String?

  /// Records the failure with the framework of the running test; outside any test it goes to standard error.
  ///
  /// - Returns: True if a test has it.
  func record() -> Bool {
    OwnFailure.$current.withValue(OwnFailure(kind, key: key)) {
      if Test.current != nil {
        recordInSwiftTesting()
        return true
      }
      if kind == .gate { RunningTestCase.gateIsRecorded() }
      if recordInXCTest() { return true }
      // From a detached thread of a Swift Testing test this still fails the run; elsewhere it has no effect.
      recordInSwiftTesting()
      StandardStream.error("\(callSite.path):\(callSite.line): error: \(message) \(Self.explanation)")
      return false
    }
  }

  private static let explanation =
    "(XCTest knows of no test here and drops this: class func setUp and tearDown, and code after its test, fail no test.)"

  private func recordInSwiftTesting() {
    Issue.record(Comment(rawValue: message), sourceLocation: callSite.sourceLocation)
  }
}

extension TestFailure {
  /// Records the failure with XCTest, which takes a path that is not a literal only from a test case.
  private func recordAtPlace() {
    if let file = callSite.literalPath { return XCTFail(message, file: file, line: callSite.line) }
    if let testCase = RunningTestCase.known { return testCase.record("failed - \(message)", at: callSite) }
    XCTFail("\(message) (at \(callSite.path):\(callSite.line))", file: callSite.ownFile, line: callSite.ownLine)
  }
}

#if canImport(Darwin)
  extension XCTestCase {
    fileprivate func record(_ description: String, at callSite: CallSite) {
      let location = XCTSourceCodeLocation(filePath: callSite.path, lineNumber: Int(clamping: callSite.line))
      record(
        XCTIssue(
          type: .assertionFailure,
          compactDescription: description,
          sourceCodeContext: XCTSourceCodeContext(location: location)
        )
      )
    }
  }

  extension TestFailure {
    /// - Returns: True if a test case is known to run. XCTest is told of the failure in any case.
    fileprivate func recordInXCTest() -> Bool {
      recordAtPlace()
      return test != nil
    }
  }
#else
  extension XCTestCase {
    fileprivate func record(_ description: String, at callSite: CallSite) {
      recordFailure(
        withDescription: description,
        inFile: callSite.path,
        atLine: Int(clamping: callSite.line),
        expected: true
      )
    }
  }

  extension TestFailure {
    /// - Returns: True if XCTest has taken the failure. Outside a test case it drops failures.
    fileprivate func recordInXCTest() -> Bool {
      RunningTestCase.watch()
      recordAtPlace()
      return OwnFailure.current?.isTaken ?? false
    }
  }
#endif
