extension FailedAttempt {
  /// The cause of the failure: a sentence, or one for the inner step and one for the attempt itself.
  func causeText(_ words: Wording) -> String {
    switch cause {
    case .condition:
      "\(conditionText(words)) \(words.text(of: conditionTime))\(note(limit))\(looksText(words))\(inner(words))."
    case .timedOut(after: let time):
      "Timed out after \(words.text(of: time))\(note(limit))\(inner(words))."
    case .error(let exhausted as RetryExhausted) where !hasThrowingLooks:
      exhausted.causeText(words)
    case .error(let error):
      "Threw \(error.text)\(looksText(words))\(inner(words))".asSentence
    case .issues(let issues):
      issuesText(issues, words)
    }
  }

  /// The issues in words; those of inner steps that the reader knows are one sentence.
  private func issuesText(_ all: [String], _ words: Wording) -> String {
    var issues = all
    var sentences: [String] = []
    if let innermostFailure, !hasOnlyOwnIssues, !words.repeatsInnerSteps || !words.hasTimes {
      let cause = words.repeatsInnerSteps ? " \(innermostFailure.timelessCause)" : ""
      sentences.append("\(innermostFailure.place) failed.\(cause)")
      issues = ownIssues
    }
    if let first = issues.first {
      sentences.append((first.onOneLine + (issues.count > 1 ? " (and \(issues.count - 1) more)" : "")).asSentence)
    }
    if let thrown { sentences.append("Threw \(thrown)".asSentence) }
    return sentences.isEmpty ? "An issue was recorded." : sentences.joined(separator: " ")
  }

  /// The first of the issues; an inner step is only named, because it has a row of its own.
  func recordedIssue(of issues: [String]) -> String? {
    guard let innermostFailure, !hasOnlyOwnIssues else { return issues.first }
    return ownIssues.first ?? "\(innermostFailure.place) failed."
  }

  private func conditionText(_ words: Wording) -> String {
    let condition = rejectedValue != nil ? "`until`" : step.isWait ? "The condition" : "The success condition"
    // There is only one `()`.
    let value = rejectedValue == "()" ? "" : rejectedValue.map { " for \($0)" } ?? ""
    guard let stableFor = stableFor else { return "\(condition) was false\(value) after" }
    return "\(condition) was true\(value), but never for \(words.text(of: stableFor)) without a break, in"
  }

  /// The looks that threw: with their last error, unless that is the cause.
  private func looksText(_ words: Wording) -> String {
    guard hasThrowingLooks, let looks, let errorOfLooks else { return "" }
    // The number of looks is a measured value too.
    let text = words.hasTimes ? "\(looks.throwing) of \(looks.count) looks threw" : "looks threw"
    if case .condition = cause { return note("\(text), the last \(errorOfLooks.text)") }
    return note("\(text), in \(words.text(of: conditionTime))\(limit.map { ", \($0)" } ?? "")")
  }

  private func note(_ text: String?) -> String { text.map { " (\($0))" } ?? "" }

  /// The inner step in which the attempt failed; issues and the errors of inner steps name it themselves.
  private func inner(_ words: Wording) -> String {
    if case .error(is RetryExhausted) = cause { return "" }
    return note(
      innermostFailure.map { inner in
        let cause = words.hasTimes ? inner.cause : inner.timelessCause
        let place = "in \(inner.actionDescription) at \(inner.file.lastPathComponent):\(inner.line)"
        return words.repeatsInnerSteps ? "\(place): \(cause)" : place
      }
    )
  }
}

extension FailedAttempt.InnerFailure {
  fileprivate var place: String { placeText(of: actionDescription, file, line) }
}

extension RetryExhausted {
  fileprivate func causeText(_ words: Wording) -> String {
    let place = placeText(of: actionDescription, file, line)
    if !words.repeatsInnerSteps { return "\(place) failed." }
    if words.hasTimes { return "Threw \(text)".asSentence }
    let causes = [failedAttempts.first, failedAttempts.last].compactMap { $0?.causeText(words) }
    return "\(place) failed. \(causes.joined(separator: " "))"
  }
}

/// Such as `Sign In (LoginTests.swift:12)`.
private func placeText(of name: String, _ file: String, _ line: UInt) -> String {
  "\(name) (\(file.lastPathComponent):\(line))"
}
