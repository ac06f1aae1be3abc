internal import Testing

extension TestRun {
  /// Takes note of an issue of a test with the trait, which no attempt has kept out of the result.
  func withholds(_ issue: Issue, from surroundings: Surroundings = .current) -> Bool {
    guard issue.failsTest, !OwnFailure.isGateNow else { return false }
    if OwnFailure.current?.kind == .withheldError { return surroundings.testRun === self }
    let withheld = WithheldIssue(issue)
    guard mayWithhold(from: surroundings) else {
      fails(with: withheld)
      return false
    }
    let attempts = surroundings.attempts
    let part = (attempts.last.map(\.flakyPart) ?? surroundings.flakyPart) as? FlakyPart
    let isKnown = !surroundings.isOfSpinner && isOpen && part?.isOpen != false
    guard isKnown, IssueOwner.keeper(among: attempts.map(\.asKeeper)) == .whatIsAround else {
      // The innermost attempt, or else the innermost run, says why.
      if attempts.isEmpty, surroundings.testRun === self {
        let reason = surroundings.isOfSpinner ? NotWithheld.isInRunLoop : .flakyPartIsOver
        RetryEnvironment.current.tellNotWithheld(withheld.text, reason, in: .current(nil))
      }
      fails(with: withheld)
      return false
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
}
