internal import Testing

extension AttemptIssues {
  /// Takes note of an issue of Swift Testing, which asks the attempts around it from the innermost out.
  ///
  /// - Returns: Whether this attempt keeps it out of the result. Warnings are no issues.
  func withholds(_ issue: Issue, from surroundings: Surroundings = .current) -> Bool {
    guard issue.failsTest, !OwnFailure.isGateNow else { return false }
    let attempts = surroundings.attempts
    guard let index = attempts.firstIndex(where: { $0 === self }) else { return false }
    let reason = surroundings.isOfSpinner ? NotWithheld.isInRunLoop : isOpen ? nil : whyNotWithheld
    if index == 0, let reason {
      RetryEnvironment.current.tellNotWithheld(WithheldIssue(issue).text, reason, in: .current(nil))
    }
    guard reason != .isInRunLoop, attempts[..<index].allSatisfy({ $0.isOpen && !$0.hasRetriesLeft }) else {
      return false
    }
    return add(WithheldIssue(issue, isInResult: !hasRetriesLeft))
      && IssueOwner.keeper(among: attempts.map(\.asKeeper)) == .attempt(index)
  }

  /// What it can do about an issue of the code inside of it.
  var asKeeper: IssueOwner.Attempt {
    isOpen ? (hasRetriesLeft ? .mayBeFollowed : .isLast) : .isOver
  }
}

extension Surroundings {
  /// The attempts around the current code, from the innermost out.
  var attempts: [AttemptIssues] {
    step?.issues.map { Array(sequence(first: $0, next: \.outer)) } ?? []
  }
}

extension WithheldIssue {
  init(_ issue: Issue, isInResult: Bool = false) {
    let message = issue.messageOnOneLine
    let location = issue.sourceLocation
    let place = location.map { "\($0.fileName):\($0.line)" } ?? "unknown place"
    self.init(message: message, place: place, isInResult: isInResult) { note in
      let comment = Comment(rawValue: message + note)
      if let location {
        Issue.record(comment, sourceLocation: location)
      } else {
        Issue.record(comment)
      }
    }
  }
}

extension Issue {
  /// What it says of itself, and the comments that the author of the test gave it.
  fileprivate var messageOnOneLine: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: ": ").onOneLine }
    return ([String(describing: kind)] + comments).joined(separator: ": ").onOneLine
  }
}
