extension StepReport {
  func lastLine(_ words: Wording) -> String? {
    if ending == .passed { return nil }
    if hasNotRun { return "♻️♻️♻️🛑 [STOP] \(endingText(words))" }
    guard let cure else { return sentences("♻️♻️♻️❌ [FAIL] \(endingText(words))", sequelText(words)) }
    let retries = (attempts - 1).counted("retry attempt")
    let excuse = step.policy.excuse.map { "Because: \($0.text)".asSentence }
    return sentences("♻️♻️♻️✅ \(step.shortName) required \(retries) before success. Cure: \(cureText(cure)).", excuse)
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
    let keys = causes.map { ($0.wayOut + [$0.first.key, $0.last.key]).joined(separator: "\n") }
    return (["\(step.failureSite.place): \(message.timeless)"] + keys).joined(separator: "\n")
  }

  /// The causes for the failure of a step around, the innermost first.
  var causes: [FailureCause] {
    let inner = innerCauses.map { cause in
      var cause = cause
      cause.wayOut.append(step.nameAndPlace)
      return cause
    }
    return inner + ownCauses
  }

  /// The words of the author's issues that the failure says; they are not recorded beside it.
  var wordsOfIssues: Set<String> {
    let message = failureMessage
    return Set((innerCauses + ownCauses).flatMap { $0.first.ofIssue + $0.last.ofIssue }.filter(message.contains))
  }

  /// The cause that is not the failure of a step inside, if there is one.
  private var ownCauses: [FailureCause] {
    var texts = failedAttempts.compactMap(\.ownCause)
    let count = max(texts.count + attempts - failedAttempts.count, 1)
    if !hasUsedUpAttempts, !step.isWait || texts.isEmpty || ending.abortion != nil {
      let text = endingText(innerCauses.isEmpty ? .whole : .log)
      texts.append(FailureCause.Text(words: text, key: ending.abortion?.reason ?? text.timeless))
    }
    guard let first = texts.first, let last = texts.last else { return [] }
    return [FailureCause(count: count, isWait: step.isWait, first: first, last: last, wayOut: [step.nameAndPlace])]
  }

  /// Ten lines for the steps that failed first, and one for the others.
  private var causesText: String {
    let (all, most) = (innerCauses + ownCauses, Self.mostCauses)
    let others = all.dropFirst(most).map { $0.wayOut.joined(separator: " in ") }.joined(separator: ", ")
    let lines = all.prefix(most).map { $0.text.capped(at: 2_000) }
    return (lines + (others.isEmpty ? [] : ["Other steps that failed: \(others)"])).joined(separator: "\n")
  }

  private static let mostCauses = 5

  func errorMessage(_ words: Wording) -> String {
    if ending == .refused { return endingText(words) }
    return hasUsedUpAttempts ? "\(name(words)) failed: \(summary ?? "")" : sentences(endingText(words), summary)
  }

  /// Its texts are made once, because the steps around ask for them in each of their attempts.
  var error: RetryExhausted {
    RetryExhausted(
      report: self,
      description: "\(errorMessage(.whole)) (\(step.callSite.place))",
      key: failedAttempts.map(\.causeKey).joined(separator: "\n")
    )
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
    if ending.abortion == .byCancellation || thrown?.meansStop == true { return nil }
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

  private func name(_ words: Wording) -> String { words == .failure ? step.nameInFailure : step.shortName }
}

private func sentences(_ sentences: String?...) -> String { sentences.compactMap { $0 }.joined(separator: " ") }

extension String {
  fileprivate var asPartOfSentence: String {
    let text = withoutPeriod
    // The name of a file stays as it is.
    guard text.prefix(while: { $0 != " " }).allSatisfy(\.isLetter) else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
