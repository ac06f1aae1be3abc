internal import Testing

extension AttemptIssues {
  /// Takes note of an issue of Swift Testing, which asks the attempts around it from the innermost out.
  ///
  /// - Returns: Whether this attempt keeps it out of the result. Warnings are no issues.
  func withholds(_ issue: Issue, from surroundings: Surroundings = .current) -> Bool {
    guard issue.failsTest, OwnFailure.current?.isGate != true else { return false }
    let attempts = surroundings.attempts
    guard let index = attempts.firstIndex(where: { $0 === self }) else { return false }
    if index == 0, !isOpen {
      RetryEnvironment.current.tellNotWithheld(WithheldIssue(issue).text, .attemptIsOver, in: .current(nil))
    }
    guard attempts[..<index].allSatisfy({ $0.isOpen && !$0.hasRetriesLeft }) else { return false }
    return add(WithheldIssue(issue, isReplayed: hasRetriesLeft))
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
  /// - Parameter isReplayed: Whether `replay` has anything to do; an issue that was not kept out of the result is in it.
  init(_ issue: Issue, isReplayed: Bool = true) {
    let message = issue.messageOnOneLine
    let location = issue.sourceLocation
    self.init(message: message, place: location.map { "\($0.fileName):\($0.line)" } ?? "unknown place") {
      guard isReplayed else { return }
      if let location {
        Issue.record(Comment(rawValue: message), sourceLocation: location)
      } else {
        Issue.record(Comment(rawValue: message))
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
