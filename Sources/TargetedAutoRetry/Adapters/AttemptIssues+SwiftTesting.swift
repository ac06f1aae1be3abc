internal import Testing

extension AttemptIssues {
  /// Takes note of an issue of Swift Testing; warnings are none.
  ///
  /// - Returns: Whether to keep it out of the result. The last attempt is not followed by another, so its issues stay.
  func withholds(_ issue: Issue, in attempt: Attempt) -> Bool {
    guard issue.isFailure else { return false }
    let isWithheld = attempt.retriesRemaining > 0
    return add(WithheldIssue(issue, isReplayed: isWithheld)) && isWithheld
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
