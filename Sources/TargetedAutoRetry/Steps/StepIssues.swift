/// The issues that a step has withheld and not answered for.
struct StepIssues {
  let scope: IssueScope
  /// Those of the last attempt, its late check included.
  private(set) var last: [WithheldIssue] = []
  private var unsettled: [AttemptIssues] = []

  init(_ scope: IssueScope) {
    self.scope = scope
  }

  /// An attempt is over; what the ones before have withheld is of no more interest.
  mutating func attemptEnded(_ issues: AttemptIssues?) -> [WithheldIssue] {
    settle()
    last = close(issues)
    return last
  }

  /// The late check is part of the attempt that it ends.
  mutating func lateCheckEnded(_ issues: AttemptIssues?) -> [WithheldIssue] {
    let late = close(issues)
    last += late
    return late
  }

  /// The step has not succeeded: what its last attempt has withheld is reported.
  func report() {
    for issue in last { issue.report() }
  }

  /// The step has answered for all that it has withheld.
  mutating func settle() {
    unsettled.forEach(scope.settle)
    unsettled = []
  }

  private mutating func close(_ issues: AttemptIssues?) -> [WithheldIssue] {
    guard let issues else { return [] }
    let withheld = issues.close()
    if withheld.isEmpty { scope.settle(issues) } else { unsettled.append(issues) }
    return withheld
  }
}
