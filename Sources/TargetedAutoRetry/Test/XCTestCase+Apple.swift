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
    /// A withheld issue is recorded again if its step fails after all, or to add the place of the step that threw it.
    ///
    /// - Returns: True if it is kept out of the result for now. False also outside
    ///   ``withholdingIssues(fileID:file:line:column:_:)``.
    public func withholds(_ issue: XCTIssue) -> Bool {
      guard let test = withholdingTest else { return false }
      if let error = issue.associatedError, StepContext.current?.isInAttempt != true,
        error is RunIsOver || test.hasFailure(of: error)
      {
        return true
      }
      guard let placed = test.placed(issue) else { return test.decide(about: withheldIssue(issue)) }
      OwnFailure(message: placed.compactDescription, key: nil).perform { record(placed) }
      return true
    }

    private func withheldIssue(_ issue: XCTIssue) -> WithheldIssue {
      let location = issue.sourceCodeContext.location
      // XCTest accepts issues from any thread.
      nonisolated(unsafe) let (testCase, original) = (self, issue)
      return WithheldIssue(
        message: issue.compactDescription,
        place: "\(location?.fileURL.lastPathComponent ?? "unknown place"):\(location?.lineNumber ?? 0)"
      ) { note in
        var issue = original
        issue.compactDescription += note
        testCase.record(issue)
      }
    }

    var canRunAgain: Bool { true }

    func invokeUntilItEnds(_ first: RunningTest, _ invokeTest: () -> Void) {
      var test = first
      test.perform(invokeTest)
      while test.end(wasSkipped: testRun?.hasBeenSkipped ?? false) {
        test = RunningTest(after: test)
        test.perform(invokeTest)
      }
    }
  }

  extension RunningTest {
    /// The issue with the part and the place of the step that threw it; nil if it has both or no step threw it.
    fileprivate func placed(_ issue: XCTIssue) -> XCTIssue? {
      // An issue that is recorded again has both.
      guard let error = issue.associatedError, OwnFailure.of(issue.compactDescription) == nil else { return nil }
      guard let step = step(endedBy: error) else { return nil }
      let hasPlace = issue.sourceCodeContext.location != nil
      if step.part == nil, hasPlace { return nil }
      var placed = issue
      if let part = step.part { placed.compactDescription += " in \(part)" }
      if !hasPlace {
        let line = Int(clamping: step.callSite.line)
        let location = XCTSourceCodeLocation(filePath: step.callSite.path, lineNumber: line)
        placed.sourceCodeContext = XCTSourceCodeContext(location: location)
      }
      return placed
    }
  }
#endif
