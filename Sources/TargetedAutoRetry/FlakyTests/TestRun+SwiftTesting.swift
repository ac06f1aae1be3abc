internal import Testing

extension TestRun {
  /// Takes note of an issue of a test with the trait, which no attempt has kept out of the result.
  func withholds(_ issue: Issue, from surroundings: Surroundings = .current) -> Bool {
    guard issue.failsTest, OwnFailure.current?.isGate != true else { return false }
    let withheld = WithheldIssue(issue)
    if OwnFailure.current?.kind == .withheldError { return surroundings.testRun === self }
    guard mayWithhold(from: surroundings) else {
      fails(with: withheld)
      return false
    }
    if surroundings.isOfSpinner { return fails(withheld, .isInRunLoop) }
    let attempts = surroundings.attempts
    let part = (attempts.last.map(\.flakyPart) ?? surroundings.flakyPart) as? FlakyPart
    guard IssueOwner.keeper(among: attempts.map(\.asKeeper)) == .whatIsAround, part?.isOpen != false, isOpen else {
      return fails(withheld, attempts.first?.isOpen == false ? nil : .flakyPartIsOver)
    }
    return withholds(withheld, in: part)
  }

  /// False if a run inside of this one is over or has expired.
  private func mayWithhold(from surroundings: Surroundings) -> Bool {
    var inner = surroundings.testRun as? TestRun
    while let run = inner, run !== self {
      if run.isExpired || !run.isOpen { return false }
      inner = run.outer
    }
    return true
  }

  private func fails(_ issue: WithheldIssue, _ reason: NotWithheld?) -> Bool {
    if let reason { RetryEnvironment.current.tellNotWithheld(issue.text, reason, in: .current(nil)) }
    fails(with: issue)
    return false
  }
}
