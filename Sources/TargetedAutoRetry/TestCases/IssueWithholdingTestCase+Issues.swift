internal import XCTest

extension IssueWithholdingTestCase: WithholdingTestCase {
  var isBodyHere: Bool { runs.isBodyHere }

  func open(_ issues: AttemptIssues) { runs.open(issues) }

  func settle(_ issues: AttemptIssues) { runs.settle(issues) }

  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    runs.run.errorLeavesStep(error, step)
  }
}
