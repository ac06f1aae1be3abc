extension StepReport {
  func lastLine(_ words: Wording) -> String? {
    if ending == .passed { return nil }
    if hasNotRun { return "♻️♻️♻️🛑 [STOP] \(endingText(words))" }
    guard let cure else { return sentences("♻️♻️♻️❌ [FAIL] \(endingText(words))", sequelText(words)) }
    let retries = (attempts - 1).counted("retry attempt")
    let excuse = step.policy.excuse.map { "Because: \($0.text)".asSentence }
    return sentences("♻️♻️♻️✅ \(step.name) required \(retries) before success. Cure: \(cureText(cure)).", excuse)
  }

  /// Reset steps are known to have helped only if the main action was not needed after them.
  private func cureText(_ cure: Cure) -> String {
    cure == .resetting && lastAttemptRanAction ? "retrying, after reset steps" : cure.rawValue
  }

  private func sequelText(_ words: Wording) -> String? {
    if step.isRepetition { return failedAttempts.last?.causeText(words) }
    let movesOn = step.failure == .isOnlyLogged && !failsTest
    if movesOn { return "Moving on to the next step without failing the test." }
    return step.isWait ? nil : "No more retries will be attempted."
  }

  var failureMessage: String {
    if ending == .refused { return errorMessage(.failure) }
    if !innerCauses.isEmpty {
      let head = hasUsedUpAttempts ? "♻️♻️♻️❌ [FAIL] \(name(.failure)) failed: \(attemptsText)" : lastLine(.failure)
      return sentences(head, causesText)
    }
    if hasUsedUpAttempts { return "♻️♻️♻️❌ [FAIL] \(errorMessage(.failure))" }
    let gate = outcome == .recovered ? "\(EnvironmentVariable.failOnRecovery.name) makes that a failure." : nil
    return sentences(lastLine(.failure), gate, summary)
  }

  func failureKey(_ message: String, _ causes: [FailureCause]) -> String {
    let keys = causes.map { ([$0.key] + $0.wayOut).joined(separator: "\n") }
    return (["\(step.failureSite.place): \(message.timeless)"] + keys).joined(separator: "\n")
  }

  /// The distinct causes for the failure of a step around, the innermost first.
  var causes: [FailureCause] {
    let text = endingText(innerCauses.isEmpty ? .whole : .log)
    let end = hasUsedUpAttempts ? [] : [FailureCause(text: text, key: endingKey(text))]
    return (innerCauses + end + (step.isWait ? [] : ownCauses)).distinct.map { cause in
      var cause = cause
      cause.wayOut.append(step.nameAndPlace)
      return cause
    }
  }

  /// Tells the end of the step from others: times do not count, except those in texts of the author's code.
  private func endingKey(_ text: String) -> String {
    let reason = ending.abortion?.reason ?? (step.isWait ? failedAttempts.last?.causeKey : nil)
    return [text.timeless, reason].compactMap { $0 }.joined(separator: "\n")
  }

  private var ownCauses: [FailureCause] {
    failedAttempts.compactMap { attempt in
      let isTimedOut = if case .timedOut = attempt.cause { true } else { false }
      if attempt.hasFailureOfStep, !isTimedOut {
        return attempt.thrown.map { FailureCause(text: "Threw \($0)".asSentence, key: $0) }
      }
      return FailureCause(text: attempt.causeText(.whole), key: attempt.causeKey)
    }
  }

  private var causesText: String {
    (innerCauses + ownCauses).distinct.enumerated().map { index, cause in
      // The innermost step first: the condition is not that of the step that failed.
      let step = cause.wayOut.first.map { " in \($0)" } ?? ""
      let head = "\(index == 0 ? "Cause" : "Another cause")\(step): \(cause.text)"
      return ([head] + cause.wayOut.dropFirst().map { "in \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  func errorMessage(_ words: Wording) -> String {
    if ending == .refused { return endingText(words) }
    return hasUsedUpAttempts ? "\(name(words)) failed: \(summary ?? "")" : sentences(endingText(words), summary)
  }

  /// The failure counts attempts; the log counts retries, as eBay's does: "failed 3 times" after four attempts.
  private var hasUsedUpAttempts: Bool {
    ending == .exhausted && !step.isWait && !step.isExcuseOver && !step.isRepetition
  }

  var summary: String? {
    guard !step.isWait, let first = failedAttempts.first, let last = failedAttempts.last else { return nil }
    let (firstCause, lastCause) = (first.causeText(.whole), last.causeText(.whole))
    let causes =
      first.causeKey == last.causeKey ? "Cause: \(firstCause)" : "First cause: \(firstCause) Last cause: \(lastCause)"
    return "\(attemptsText) \(causes)"
  }

  private var attemptsText: String {
    let retries = (attempts - 1).counted("retry", plural: "retries")
    let count = attempts.counted("attempt")
    let text = outcome == .exhausted && attempts > 1 ? "\(count) (the first and \(retries))" : count
    return "\(text) in \(elapsed.text)."
  }

  /// The failure of this step for the texts of the step around it; nil if the last error is a skip or a cancellation.
  func innermostFailure(error: (any Error)?) -> FailedAttempt.InnerFailure? {
    if let last = failedAttempts.last, let inner = last.innermostFailure,
      !last.hasOnlyOwnIssues || ending.abortion != nil
    {
      return inner
    }
    let thrown = ending.throwsError ? error : nil
    if ending.abortion == .byCancellation || thrown.map(StopError.matches) == true { return nil }
    let cause = thrown.map(text) ?? failedAttempts.last?.causeText(.whole) ?? endingText(.whole)
    let key = thrown.map(text) ?? failedAttempts.last?.causeKey ?? cause.timeless
    return FailedAttempt.InnerFailure(step: step, cause: cause.asPartOfSentence, key: key)
  }

  func text(of error: any Error) -> String {
    if case .stopped(byResetSteps: true, _) = ending { return "The reset steps threw \(error.text)".asSentence }
    return "Threw \(error.text)".asSentence
  }

  private func endingText(_ words: Wording) -> String {
    let name = name(words)
    let causeWords = words == .failure && !innerCauses.isEmpty ? .log : words
    let afterAttempts = "after \(attempts.counted("attempt")) of action: \(name)"
    let text =
      switch ending {
      case .refused: "\(name): \(step.policy.problem ?? "") Nothing was run."
      case .aborted, .stopped: abortionText(name, afterAttempts)
      case _ where step.isWait:
        "\("Waited in vain for: \(name)".asSentence) \(failedAttempts.last?.causeText(causeWords) ?? "")"
      case .timedOut: "The \(timeLimit), was over \(afterAttempts)"
      case .exhausted, .passed, .recovered: exhaustionText(name)
      }
    return text.asSentence
  }

  private func abortionText(_ name: String, _ afterAttempts: String) -> String {
    let isWait = step.isWait
    let (form, subject) = isWait ? ("Auto Wait", ": \(name)") : ("Auto Retry", " action: \(name)")
    return switch ending.abortion {
    case .byHook(let reason):
      "\(form) was told to stop \(isWait ? "waiting for\(subject)" : afterAttempts): \(reason.onOneLine)"
    case .byInnerStep(let reason, _): "\(form) stopped with a step inside of\(subject): \(reason.onOneLine)"
    case .byEndOfTest(let step): "\(name) does not run: \(step) has ended the test"
    case .byCancellation, nil: "The task was cancelled \(isWait ? "while it waited for\(subject)" : afterAttempts)"
    }
  }

  private func exhaustionText(_ name: String) -> String {
    if step.isExcuseOver {
      return "\(name) failed, and has no retries: its excuse has expired (\(step.policy.excuse?.expiry ?? ""))"
    }
    if case .repetition(let number, of: let count) = step.kind {
      return "Repetition \(number) of \(count) failed for action: \(name)"
    }
    let times = step.retryAttempts == 0 ? "" : " \(step.retryAttempts.counted("time"))"
    return "Auto Retry failed\(times) for action: \(name)"
  }

  private func name(_ words: Wording) -> String { words == .failure ? step.nameInFailure : step.name }
}

private func sentences(_ sentences: String?...) -> String { sentences.compactMap { $0 }.joined(separator: " ") }

extension String {
  fileprivate var asPartOfSentence: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    // The name of a file stays as it is.
    guard text.prefix(while: { $0 != " " }).allSatisfy(\.isLetter) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
