#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension IssueWithholdingTestCase {
    func invokeTestUntilItEnds() {
      repeat { invokeTestOnce() } while runsAgain(after: testRun)
    }

    func hear(_ issue: XCTIssue) {
      let run = runs.run
      let placed = atStep(issue, in: run)
      let withheld = withheldIssue(placed)
      if issue.type == .thrownError, OwnFailure.current == nil, let error = issue.associatedError {
        if !run.withholds(error, as: { _ in withheld }) { reportToXCTest(placed) }
      } else if !withholds(withheld) {
        reportToXCTest(placed)
      }
    }

    private func withheldIssue(_ issue: XCTIssue) -> WithheldIssue {
      let location = issue.sourceCodeContext.location
      return WithheldIssue(
        message: issue.compactDescription,
        place: "\(location?.fileURL.lastPathComponent ?? "unknown place"):\(location?.lineNumber ?? 0)",
        replay: { note in
          var issue = issue
          issue.compactDescription += note
          self.hear(issue)
        }
      )
    }

    /// The issue at the call of the step that the error has ended, where XCTest knows no place.
    private func atStep(_ issue: XCTIssue, in run: TestRun) -> XCTIssue {
      guard issue.sourceCodeContext.location == nil, let error = issue.associatedError,
        let callSite = run.callSite(ofStepEndedBy: error)
      else { return issue }
      var placed = issue
      placed.sourceCodeContext = XCTSourceCodeContext(
        location: XCTSourceCodeLocation(filePath: callSite.file.description, lineNumber: Int(clamping: callSite.line))
      )
      return placed
    }
  }
#endif
