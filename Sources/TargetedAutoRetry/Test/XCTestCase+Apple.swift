#if canImport(Darwin)
  internal import Foundation
  public import XCTest

  extension XCTestCase {
    /// Decides about an issue that XCTest hands on; for `record(_:)` of your own base class.
    ///
    /// ```swift
    /// override func record(_ issue: XCTIssue) {
    ///   if !withholds(issue) { super.record(issue) }
    /// }
    /// ```
    ///
    /// A withheld issue is recorded again if its step fails after all.
    ///
    /// - Returns: True if it is kept out of the result for now. False also outside
    ///   ``withholdingIssues(fileID:file:line:column:_:)``.
    public func withholds(_ issue: XCTIssue) -> Bool {
      guard let test = withholdingTest else { return false }
      if let error = issue.associatedError, AttemptScope.current?.isInAttempt != true {
        if error is RunEnded || test.hasFailure(of: error) { return true }
        if let placed = issue.placed(by: error) {
          record(placed)
          return true
        }
      }
      return test.decide(aboutHandedIn: testIssue(issue))
    }

    private func testIssue(_ issue: XCTIssue) -> TestIssue {
      let location = issue.sourceCodeContext.location
      // XCTest accepts issues from any thread.
      nonisolated(unsafe) let (testCase, original) = (self, issue)
      return TestIssue(
        issue.compactDescription,
        path: location?.fileURL.path,
        line: location?.lineNumber ?? 0,
        isExpected: issue.type != .thrownError
      ) { recorded in
        var issue = original
        issue.compactDescription = recorded.message
        testCase.record(issue)
      }
    }

    var canRunAgain: Bool { true }

    func invokeUntilItEnds(_ first: TestRun, _ invokeTest: () -> Void) {
      var test = first
      test.perform(invokeTest)
      while test.end(wasSkipped: testRun?.hasBeenSkipped ?? false) {
        test = test.next()
        test.perform(invokeTest)
      }
    }
  }

  extension XCTIssue {
    /// The issue at the line of the step that threw the error; nil if it has a place, or if no step threw it.
    fileprivate func placed(by error: any Error) -> XCTIssue? {
      guard let site = (error as? RetryExhausted)?.report.step.failureSite, sourceCodeContext.location == nil else {
        return nil
      }
      var placed = self
      let location = XCTSourceCodeLocation(filePath: site.path, lineNumber: Int(clamping: site.line))
      placed.sourceCodeContext = XCTSourceCodeContext(location: location)
      return placed
    }
  }
#endif
