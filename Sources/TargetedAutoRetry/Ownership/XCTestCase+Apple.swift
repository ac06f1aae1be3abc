#if canImport(Darwin)
  internal import Foundation
  public import XCTest

  extension XCTestCase {
    /// Holds an issue back for now, if it belongs to an attempt or to another place that may forgive it.
    ///
    /// Call it in `record(_:)` of a base class that cannot inherit from ``RetryableTestCase``:
    ///
    /// ```swift
    /// override func record(_ issue: XCTIssue) { if !holdBack(issue) { super.record(issue) } }
    /// ```
    ///
    /// An issue that was held back is recorded later if its step fails after all.
    ///
    /// - Parameter issue: The issue that XCTest passed to `record(_:)`.
    /// - Returns: Whether the issue was held back; `false` outside ``withholdingIssues(_:)``.
    public func holdBack(_ issue: XCTIssue) -> Bool {
      guard let test = withholdingTest else { return false }
      if let error = issue.associatedError, AttemptScope.current?.isInHoldingScope != true {
        if test.isEnding(error) || test.hasFailure(of: error) { return true }
        if let placed = test.thrown(error).flatMap(issue.placed) {
          record(placed)
          return true
        }
      }
      return test.keepOut(handedIn: testIssue(issue))
    }

    var knownToXCTest: XCTestCase { self }

    func record(_ issue: TestIssue) {
      let location = XCTSourceCodeLocation(filePath: issue.path, lineNumber: issue.line)
      let context = XCTSourceCodeContext(location: location)
      let type: XCTIssue.IssueType = issue.isAssertion ? .assertionFailure : .thrownError
      record(XCTIssue(type: type, compactDescription: issue.message, sourceCodeContext: context))
    }

    func withRemark(_ issue: XCTIssue) -> XCTIssue {
      var issue = issue
      issue.compactDescription = withRemark(issue.compactDescription)
      return issue
    }

    private func testIssue(_ issue: XCTIssue) -> TestIssue {
      let location = issue.sourceCodeContext.location
      // XCTest accepts issues from any thread.
      nonisolated(unsafe) let (testCase, original) = (self, issue)
      return TestIssue(
        issue.compactDescription,
        path: location?.fileURL.path,
        line: location?.lineNumber ?? 0,
        isAssertion: issue.type != .thrownError
      ) { recorded in
        var issue = original
        issue.compactDescription = recorded.message
        testCase.record(issue)
      }
    }
  }

  extension XCTIssue {
    /// The issue at the line of the step that threw its error; `nil` if it has a place already, or if no step threw it.
    fileprivate func placed(as thrown: ThrownError) -> XCTIssue? {
      if sourceCodeContext.location != nil { return nil }
      var placed = self
      placed.compactDescription += thrown.note
      let (path, line) = (thrown.callSite.path, Int(clamping: thrown.callSite.line))
      let location = XCTSourceCodeLocation(filePath: path, lineNumber: line)
      placed.sourceCodeContext = XCTSourceCodeContext(location: location)
      return placed
    }
  }
#endif
