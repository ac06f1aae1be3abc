internal import Testing

extension TestRun {
  /// Takes note of an issue of a test with the trait, which no attempt has kept out of the result.
  func withholds(_ issue: Issue, from surroundings: Surroundings = .current) -> Bool {
    guard issue.failsTest, OwnFailure.current?.isGate != true else { return false }
    if OwnFailure.current?.kind == .withheldError { return withholdsError(WithheldIssue(issue)) }
    let attempts = surroundings.attempts
    let part = (attempts.last.map(\.flakyPart) ?? surroundings.flakyPart) as? FlakyPart
    guard IssueOwner.keeper(among: attempts.map(\.asKeeper)) == .whatIsAround, part?.isOpen != false, !isOver else {
      if attempts.first?.isOpen != false {
        RetryEnvironment.current.tellNotWithheld(WithheldIssue(issue).text, .flakyPartIsOver, in: .current(nil))
      }
      fails()
      return false
    }
    return withholds(WithheldIssue(issue), in: part)
  }
}
