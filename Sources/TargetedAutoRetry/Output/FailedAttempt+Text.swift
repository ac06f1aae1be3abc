extension FailedAttempt {
  func causeText(_ words: Wording) -> String {
    switch cause {
    case .condition:
      "\(conditionText)\(note(limitText))\(looksText)\(inner(words))\(seen)."
    case .timedOut(after: let time):
      "Timed out after \(time.text)\(note(limit))\(inner(words))\(seen)."
    case .error(let exhausted as RetryExhausted) where !hasThrowingLooks:
      words == .log ? "\(exhausted.report.step.nameAndPlace) failed." : "Threw \(exhausted.text)".asSentence
    case .error(let error):
      "Threw \(error.text)\(looksText)\(inner(words))\(seen)".asSentence
    case .issues(let issues):
      issuesText(issues, words)
    }
  }

  /// The cause in few words; nil if that is the failure of a step inside.
  var ownCause: FailureCause.Text? {
    switch cause {
    case .condition where !seen.isEmpty: .init(words: String(seen.dropFirst(2)), key: causeKey)
    case .issues where hasFailureOfStep: thrown.map { .init(words: "Threw \($0)", key: $0) }
    default: .init(words: causeText(.whole), key: causeKey, ofIssue: firstIssue)
    }
  }

  /// Tells the cause from others: measured values do not count, but those in texts of the author's code do.
  var causeKey: String {
    let error: String? =
      switch cause {
      case .error(let exhausted as RetryExhausted): exhausted.key
      case .error(let error): error.text
      case .condition, .timedOut, .issues: thrown
      }
    let texts = [error, looks?.error?.text, rejectedValue, seen, namedIssue, innermostFailure?.key]
    return ([causeText(.whole).timeless] + texts.compactMap { $0 }).joined(separator: "\n")
  }

  /// The issues in words; those of inner steps, whose lines the log has, are one sentence there.
  private func issuesText(_ all: [String], _ words: Wording) -> String {
    var issues = all
    var sentences: [String] = []
    if words == .log, let innermostFailure, !hasOnlyOwnIssues {
      sentences.append("\(innermostFailure.step.nameAndPlace) failed.")
      issues = ownIssues
    }
    if let first = issues.first {
      sentences.append((first.onOneLine + (issues.count > 1 ? " (and \(issues.count - 1) more)" : "")).asSentence)
    }
    if let thrown { sentences.append("Threw \(thrown)".asSentence) }
    if sentences.isEmpty { sentences.append("An issue was recorded.") }
    if !seen.isEmpty { sentences.append("Noted\(seen).") }
    return sentences.joined(separator: " ")
  }

  /// The first of the issues; an inner step is only named, because it has a row of its own.
  func recordedIssue(of issues: [String]) -> String? {
    guard let innermostFailure, !hasOnlyOwnIssues else { return issues.first }
    return ownIssues.first ?? "\(innermostFailure.step.nameAndPlace) failed."
  }

  private var conditionText: String {
    let condition = rejectedValue != nil ? "`until`" : step.isWait ? "The condition" : "The success condition"
    // There is only one `()`.
    let value = rejectedValue == "()" ? "" : rejectedValue.map { " for \($0)" } ?? ""
    if let stableFor {
      return "\(condition) was true\(value), but never for \(stableFor.text) without a break, in \(conditionTime.text)"
    }
    if !looksOnce { return "\(condition) was false\(value) after \(conditionTime.text)" }
    let look = rejectedValue == nil ? " in one look, \(conditionTime.text) after the action" : value
    return "\(condition) was false\(look)"
  }

  /// The limit, with its length if a look has begun within it and ended long after it.
  private var limitText: String? {
    let timeout = step.policy.conditionTimeout
    let isPassed = timeout > .zero && conditionTime > timeout + max(step.policy.pollingInterval, .milliseconds(100))
    return limit.map { isPassed ? "\($0), \(timeout.text): one look took longer" : $0 }
  }

  private var looksText: String {
    guard hasThrowingLooks, let looks, let error = looks.error else { return "" }
    let text = "\(looks.throwing) of \(looks.count) looks threw"
    if case .condition = cause { return note("\(text), the last \(error.text)") }
    return note("\(text), in \(conditionTime.text)\(limit.map { ", \($0)" } ?? "")")
  }

  private func note(_ text: String?) -> String { text.map { " (\($0))" } ?? "" }

  /// The inner step in which the attempt failed; issues and the errors of inner steps name it themselves.
  private func inner(_ words: Wording) -> String {
    if case .error(is RetryExhausted) = cause { return "" }
    return note(
      innermostFailure.map { inner in
        let place = "in \(inner.step.shortName) at \(inner.step.callSite.place)"
        return words == .log ? place : "\(place): \(inner.cause)"
      }
    )
  }
}
