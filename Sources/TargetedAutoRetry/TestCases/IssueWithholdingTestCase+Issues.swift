internal import XCTest

extension IssueWithholdingTestCase: WithholdingTestCase {
  var currentRun: any IssueKeeper { runs.run }

  func open(_ issues: AttemptIssues) { runs.open(issues) }

  func close(_ issues: AttemptIssues) { runs.close(issues) }

  func settle(_ issues: [AttemptIssues]) { runs.settle(issues) }

  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    runs.run.errorLeavesStep(error, step)
  }
}
