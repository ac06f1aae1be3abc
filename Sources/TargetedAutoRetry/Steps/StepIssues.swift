/// The issues that the attempts of a step have withheld; it answers for all of them when it is over.
struct StepIssues {
  let scope: IssueScope
  /// The attempts that have withheld something.
  private var unsettled: [AttemptIssues] = []

  init(_ scope: IssueScope) {
    self.scope = scope
  }

  /// An attempt or its late check is over.
  ///
  /// - Returns: The issues that it has withheld.
  mutating func ended(_ issues: AttemptIssues?) -> [WithheldIssue] {
    guard let issues else { return [] }
    scope.close(issues)
    let withheld = issues.close()
    if withheld.isEmpty { scope.settle([issues]) } else { unsettled.append(issues) }
    return withheld
  }

  /// The step is over: only if it has succeeded, what its attempts have withheld is forgiven.
  mutating func settle(hasSucceeded: Bool, attempts: Int) {
    if unsettled.isEmpty { return }
    scope.settle(unsettled)
    if !hasSucceeded { unsettled.takeDistinct(ofAttempts: attempts).forEach { $0.report() } }
    unsettled = []
  }
}
