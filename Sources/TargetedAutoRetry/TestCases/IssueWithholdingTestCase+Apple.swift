#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension IssueWithholdingTestCase {
    func invokeTestUntilItEnds() {
      repeat { invokeTestOnce() } while runsAgain(after: testRun)
    }

    func handle(_ issue: XCTIssue) {
      let run = run
      let placed = atStep(issue)
      let withheld = withheldIssue(placed)
      if issue.type == .thrownError, OwnFailure.current == nil, StepContext.current?.issues == nil,
        let error = issue.associatedError, run.withholds(error, as: { _ in withheld })
      {
        return
      }
      if !withholds(withheld) {
        reportToXCTest(placed)
      }
    }

    private func withheldIssue(_ issue: XCTIssue) -> WithheldIssue {
      let location = issue.sourceCodeContext.location
      // XCTest takes issues from any thread.
      nonisolated(unsafe) let (testCase, original) = (self, issue)
      return WithheldIssue(
        message: issue.compactDescription,
        place: "\(location?.fileURL.lastPathComponent ?? "unknown place"):\(location?.lineNumber ?? 0)"
      ) { note in
        var issue = original
        issue.compactDescription += note
        testCase.handle(issue)
      }
    }

    /// The issue with the part of the step that threw, and where XCTest knows no place, with that of the step.
    private func atStep(_ issue: XCTIssue) -> XCTIssue {
      // An issue that is recorded again has both.
      guard let error = issue.associatedError, OwnFailure.current == nil else { return issue }
      let step = ledger.step(endedBy: error)
      var placed = issue
      placed.compactDescription = step?.description(issue.compactDescription) ?? issue.compactDescription
      if issue.sourceCodeContext.location == nil, let place = EndedStep.place(of: error, endingStep: step) {
        placed.sourceCodeContext = XCTSourceCodeContext(
          location: XCTSourceCodeLocation(filePath: place.file, lineNumber: place.line)
        )
      }
      return placed
    }
  }
#endif
