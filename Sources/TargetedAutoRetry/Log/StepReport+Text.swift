extension StepReport {
  /// The last line of the log of a step; nil for one that passed at once.
  var lastLine: String? {
    switch ending {
    case .passed:
      nil
    case .recovered(by: let cure, failsTest: _):
      "♻️♻️♻️✅ \(step.name) required \((attempts - 1).counted("retry attempt")) before success. Cure: \(cure.rawValue)."
        + (step.policy.excuse.map { " Because: \($0.text)." } ?? "")
    case .exhausted, .timedOut, .aborted, .stopped, .refused:
      ["♻️♻️♻️❌ [FAIL] \(whatHappened)", whatFollows].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private var whatFollows: String {
    if step.isBurnIn { return failedAttempts.last?.causeText ?? "" }
    if movesOn { return "Moving on to the next step without failing the test." }
    return step.isWait ? "" : "No more retries will be attempted."
  }

  private var movesOn: Bool { step.call.failure == .isOnlyLogged && !failsTest }

  /// The failure of the test: the last line of the log, and what a reader of a CI result asks next.
  var failureMessage: String {
    switch ending {
    case .refused: whatHappened
    case .recovered: "\(lastLine ?? "") AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. \(summary)"
    default: [lastLine ?? "", summary].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The message of the error that the value form throws.
  var errorMessage: String {
    ending == .refused ? whatHappened : [whatHappened, summary].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The number of attempts, the time that they took, and why the first and the last failed.
  var summary: String {
    guard !step.isWait, let first = failedAttempts.first, let last = failedAttempts.last else { return "" }
    let causes =
      failedAttempts.count == 1
      ? "Cause: \(first.causeText)" : "First cause: \(first.causeText) Last cause: \(last.causeText)"
    return "\(attemptsText) in \(elapsed.inSeconds). \(causes)"
  }

  /// The log counts retries, as that of eBay does: "failed 3 times" is said of four attempts.
  private var attemptsText: String {
    let text = attempts.counted("attempt")
    guard outcome == .exhausted, attempts > 1 else { return text }
    return "\(text) (the first and \((attempts - 1).counted("retry", plural: "retries")))"
  }

  /// What the step around says of this one, which did not succeed; nil for a skip or a cancellation.
  ///
  /// - Parameter error: What its last attempt threw.
  func innermostFailure(error: (any Error)?) -> FailedAttempt.InnerFailure? {
    if let inner = failedAttempts.last?.innermostFailure { return inner }
    let thrown = ending.throwsError ? error : nil
    if ending.abortion == .byCancellation || thrown.map(StopError.matches) == true { return nil }
    let cause = thrown.map(text) ?? failedAttempts.last?.causeText ?? whatHappened
    return FailedAttempt.InnerFailure(
      actionDescription: step.name,
      file: step.callSite.path,
      line: step.callSite.line,
      cause: cause.asPartOfSentence
    )
  }

  /// What is said of the error that ended the step and goes to the caller: a sentence.
  func text(of error: any Error) -> String {
    if case .stopped(byResetSteps: true, _) = ending { return "The reset steps threw \(error.text)." }
    return "Threw \(error.text)."
  }

  /// Why the step did not succeed: a sentence.
  private var whatHappened: String {
    if step.isWait, ending != .refused { return whatWaitCameTo }
    let afterAttempts = "after \(attempts.counted("attempt")) of action: \(step.name)"
    switch ending {
    case .timedOut where attempts == 0:
      return "The \(timeLimit), was over before the first attempt of action: \(step.name)."
    case .timedOut(deniedWait: let wait?):
      return "The \(timeLimit), leaves no time for a wait of \(wait.inSeconds) \(afterAttempts)."
    case .timedOut:
      return "The \(timeLimit), was over \(afterAttempts)."
    case .exhausted(budget: let budget?):
      return "The budget of \(budget.counted("retry", plural: "retries")) was used up \(afterAttempts)."
    case .refused:
      return "\(step.name): \(step.problem?.text ?? "") Nothing was run."
    case .aborted, .stopped:
      switch ending.abortion {
      case .byHook(let reason):
        return "Auto Retry was told to stop \(afterAttempts): \(reason.onOneLine)."
      case .byInnerStep(let inner):
        return "Auto Retry stopped with a step inside of action: \(step.name): \(inner.reason.onOneLine)."
      case .byCancellation, nil:
        return "The task was cancelled \(afterAttempts)."
      }
    case .exhausted where step.isExcuseOver:
      return "\(step.name) failed, and has no retries: its excuse has expired (\(step.policy.excuse?.expiry ?? ""))."
    case .exhausted, .passed, .recovered:
      if case .burnIn(let number, of: let count) = step.call.kind {
        return "Repetition \(number) of \(count) failed for action: \(step.name)."
      }
      return "Auto Retry failed \(step.retryAttempts.counted("time")) for action: \(step.name)."
    }
  }
}

// The end of a wait.
extension StepReport {
  private var whatWaitCameTo: String {
    let cause = failedAttempts.last?.causeText
    switch ending.abortion {
    case .byHook(let reason): return "Auto Wait was told to stop waiting for: \(step.name): \(reason.onOneLine)."
    case .byInnerStep(let inner):
      return "Auto Wait stopped with a step inside of: \(step.name): \(inner.reason.onOneLine)."
    case .byCancellation: return "The task was cancelled while it waited for: \(step.name)."
    case nil: return "Waited in vain for: \(step.name). \(cause ?? "The \(timeLimit), was over before.")"
    }
  }
}

extension FailedAttempt {
  /// Why the attempt failed: a sentence.
  var causeText: String {
    switch cause {
    case .condition:
      "\(conditionText) \(facts.conditionTime.inSeconds)\(limitText)\(looksText)\(inner)."
    case .timedOut(after: let time):
      "Timed out after \(time.inSeconds)\(limitText)\(inner)."
    case .error(let error):
      "Threw \(error.text)\(timeOfLooks)\(error is RetryExhausted ? "" : inner)."
    case .issues(let issues):
      (issues.first?.onOneLine ?? "An issue was recorded")
        + (issues.count > 1 ? " (and \(issues.count - 1) more)." : ".")
    }
  }

  private var conditionText: String {
    let condition = facts.rejectedValue != nil ? "`until`" : step.isWait ? "The condition" : "The success condition"
    let value = facts.rejectedValue.map { " for \($0)" } ?? ""
    guard let stableFor = facts.stableFor else { return "\(condition) was false\(value) after" }
    return "\(condition) was true\(value), but never for \(stableFor.inSeconds) without a break, in"
  }

  /// The looks that threw, where the last did not.
  private var looksText: String {
    guard let looks = facts.throwingLooks else { return "" }
    return " (\(looks.throwing) of \(looks.all) looks threw, the last \(looks.lastError.text))"
  }

  /// For how long a condition was looked at whose last look threw.
  private var timeOfLooks: String {
    guard let looks = facts.throwingLooks else { return "" }
    return
      " (\(looks.throwing) of \(looks.all) looks threw, in \(facts.conditionTime.inSeconds)\(limit.map { ", \($0)" } ?? ""))"
  }

  private var limitText: String { limit.map { " (\($0))" } ?? "" }

  /// Where the attempt went wrong; issues and the errors of inner steps say so themselves.
  private var inner: String {
    guard let inner = innermostFailure else { return "" }
    return " (in \(inner.actionDescription) at \(inner.fileName):\(inner.line): \(inner.cause))"
  }
}

extension BurnInReport {
  func text(of name: String) -> String {
    let result = "\(name) passed \(passed) of \((passed + failed).counted("repetition"))"
    let end = wereEnded ? ", and was ended before the rest of \(count)." : "."
    let cause = firstFailure?.causeText ?? firstError.map { "Threw \($0.text)." }
    return result + end + (cause.map { " First cause: \($0)" } ?? "")
  }
}

extension FailedAttempt.InnerFailure {
  var fileName: String { file.lastPathComponent }
}

extension String {
  /// The sentence inside of another.
  fileprivate var asPartOfSentence: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
