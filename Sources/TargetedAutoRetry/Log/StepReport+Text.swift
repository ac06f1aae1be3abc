extension StepReport {
  /// The last line of the log of a step; nil for one that passed at once.
  func lastLine(_ words: Wording) -> String? {
    switch ending {
    case .passed:
      nil
    case .recovered(by: let cure, failsTest: _):
      "♻️♻️♻️✅ \(step.name) required \((attempts - 1).counted("retry attempt")) before success. Cure: \(cure.rawValue)."
        + (step.policy.excuse.map { " Because: \($0.text)".asSentence } ?? "")
    case .exhausted, .timedOut, .aborted, .stopped, .refused:
      ["♻️♻️♻️❌ [FAIL] \(endingText(words))", sequelText(words)].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func sequelText(_ words: Wording) -> String {
    if step.isBurnIn { return failedAttempts.last?.causeText(words) ?? "" }
    if movesOn { return "Moving on to the next step without failing the test." }
    return step.isWait ? "" : "No more retries will be attempted."
  }

  private var movesOn: Bool { step.call.failure == .isOnlyLogged && !failsTest }

  /// The message of the test's failure, with the causes of the first and the last attempt.
  var failureMessage: String { failureMessage(.whole) }

  /// Tells the failure from others of the same step: the message without measured times.
  var failureKey: String { "\(step.callSite.place): \(failureMessage(.whole.timeless))" }

  private func failureMessage(_ words: Wording) -> String {
    if ending == .refused { return endingText(words) }
    if hasUsedUpAttempts { return "♻️♻️♻️❌ [FAIL] \(errorMessage(words))" }
    let gate = outcome == .recovered ? "\(EnvironmentVariable.failOnRecovery.name) makes that a failure." : ""
    return [lastLine(words) ?? "", gate, summary(words)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The message of the error that the value form throws.
  var errorMessage: String { errorMessage(.whole) }

  private func errorMessage(_ words: Wording) -> String {
    if ending == .refused { return endingText(words) }
    if hasUsedUpAttempts { return "\(step.name) failed: \(summary(words))" }
    return [endingText(words), summary(words)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// True if the failure names its number of attempts.
  ///
  /// The log counts retries instead, as eBay's does: "failed 3 times" after four attempts.
  private var hasUsedUpAttempts: Bool {
    ending == .exhausted && !step.isWait && !step.isExcuseOver && !step.isBurnIn
  }

  /// The number of attempts, the time that they took, and why the first and the last failed.
  var summary: String { summary(.whole) }

  private func summary(_ words: Wording) -> String {
    guard !step.isWait, let first = failedAttempts.first, let last = failedAttempts.last else { return "" }
    let areSame = failedAttempts.count == 1 || first.causeText(.whole.timeless) == last.causeText(.whole.timeless)
    let causes =
      areSame
      ? "Cause: \(first.causeText(words))"
      : "First cause: \(first.causeText(words)) Last cause: \(last.causeText(words))"
    return "\(attemptsText) in \(words.text(of: elapsed)). \(causes)"
  }

  private var attemptsText: String {
    let text = attempts.counted("attempt")
    guard outcome == .exhausted, attempts > 1 else { return text }
    return "\(text) (the first and \((attempts - 1).counted("retry", plural: "retries")))"
  }

  /// The failure of this step for the texts of the step around it; nil for a skip or a cancellation.
  ///
  /// - Parameter error: The error of its last attempt.
  func innermostFailure(error: (any Error)?) -> FailedAttempt.InnerFailure? {
    if let last = failedAttempts.last, let inner = last.innermostFailure,
      !last.hasOnlyOwnIssues || ending.abortion != nil
    {
      return inner
    }
    let thrown = ending.throwsError ? error : nil
    if ending.abortion == .byCancellation || thrown.map(StopError.matches) == true { return nil }
    func cause(_ words: Wording) -> String {
      (thrown.map(text) ?? failedAttempts.last?.causeText(words) ?? endingText(words)).asPartOfSentence
    }
    return FailedAttempt.InnerFailure(
      actionDescription: step.name,
      file: step.callSite.path,
      line: step.callSite.line,
      cause: cause(.whole),
      timelessCause: cause(.whole.timeless)
    )
  }

  /// A sentence about the error that ended the step and goes to the caller.
  func text(of error: any Error) -> String {
    if case .stopped(byResetSteps: true, _) = ending { return "The reset steps threw \(error.text)".asSentence }
    return "Threw \(error.text)".asSentence
  }

  /// A sentence about the failure of the step.
  private func endingText(_ words: Wording) -> String {
    (step.isWait && ending != .refused ? endOfWait(words) : endOfStep(words)).asSentence
  }

  private func endOfStep(_ words: Wording) -> String {
    let afterAttempts = "after \(attempts.counted("attempt")) of action: \(step.name)"
    switch ending {
    case .timedOut where attempts == 0:
      return "The \(timeLimit), was over before the first attempt of action: \(step.name)"
    case .timedOut(deniedWait: let wait?):
      return "The \(timeLimit), leaves no time for a wait of \(words.text(of: wait)) \(afterAttempts)"
    case .timedOut:
      return "The \(timeLimit), was over \(afterAttempts)"
    case .refused:
      return "\(step.name): \(step.problem?.text ?? "") Nothing was run."
    case .aborted, .stopped:
      switch ending.abortion {
      case .byHook(let reason):
        return "Auto Retry was told to stop \(afterAttempts): \(reason.onOneLine)"
      case .byInnerStep(let inner):
        return "Auto Retry stopped with a step inside of action: \(step.name): \(inner.reason.onOneLine)"
      case .byCancellation, nil:
        return "The task was cancelled \(afterAttempts)"
      }
    case .exhausted where step.isExcuseOver:
      return "\(step.name) failed, and has no retries: its excuse has expired (\(step.policy.excuse?.expiry ?? ""))"
    case .exhausted, .passed, .recovered:
      if case .burnIn(let number, of: let count) = step.call.kind {
        return "Repetition \(number) of \(count) failed for action: \(step.name)"
      }
      return "Auto Retry failed \(step.retryAttempts.counted("time")) for action: \(step.name)"
    }
  }
}

// The end of a wait.
extension StepReport {
  private func endOfWait(_ words: Wording) -> String {
    let cause = failedAttempts.last?.causeText(words)
    switch ending.abortion {
    case .byHook(let reason):
      return "Auto Wait was told to stop waiting for: \(step.name): \(reason.onOneLine)"
    case .byInnerStep(let inner):
      return "Auto Wait stopped with a step inside of: \(step.name): \(inner.reason.onOneLine)"
    case .byCancellation: return "The task was cancelled while it waited for: \(step.name)"
    case nil: return "\("Waited in vain for: \(step.name)".asSentence) \(cause ?? "The \(timeLimit), was over before.")"
    }
  }
}

extension BurnInReport {
  func text(of name: String) -> String {
    let result = "\(name) passed \(passed) of \((passed + failed).counted("repetition"))"
    let end = wereEnded ? ", and was ended before the rest of \(count)." : "."
    let cause = firstFailure?.causeText(.whole) ?? firstError.map { "Threw \($0.text)".asSentence }
    return result + end + (cause.map { " First cause: \($0)" } ?? "")
  }
}

extension String {
  /// The sentence as a part of another.
  fileprivate var asPartOfSentence: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    // The name of a file stays as it is.
    guard text.prefix(while: { $0 != " " }).allSatisfy(\.isLetter) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
