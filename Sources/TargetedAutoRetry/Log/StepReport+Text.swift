extension StepReport {
  /// The last line of the log of a step; nil for one that passed at once.
  var lastLine: String? {
    switch end.outcome {
    case .passed:
      nil
    case .recovered:
      "♻️♻️♻️✅ \(step.name) required \((end.attempts - 1).counted("retry attempt")) before success."
        + (end.cure.map { " Cure: \($0.rawValue)." } ?? "")
    case .exhausted, .timedOut, .aborted:
      "♻️♻️♻️❌ [FAIL] \(whatHappened) "
        + (movesOn ? "Moving on to the next step without failing the test." : "No more retries will be attempted.")
    }
  }

  /// The failure of the test: the last line of the log, and what a reader of a CI result asks next.
  var failureMessage: String {
    switch end.outcome {
    case .recovered: "\(lastLine ?? "") AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. \(summary)"
    default: end.isRefusal ? refusalMessage : sentences(lastLine ?? "", summary)
    }
  }

  /// The message of the error that the value form throws.
  var errorMessage: String {
    end.isRefusal ? refusalMessage : sentences(whatHappened, summary)
  }

  private func sentences(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var refusalMessage: String {
    "\(step.name): \(step.problem?.text ?? "") Nothing was run."
  }

  /// How many attempts there were, how long they took, and why the first and the last failed.
  var summary: String {
    guard let first = failedAttempts.first, let last = failedAttempts.last else { return "" }
    let causes =
      failedAttempts.count == 1
      ? "Cause: \(first.causeText)" : "First cause: \(first.causeText) Last cause: \(last.causeText)"
    return "\(attemptsText) in \(elapsed.inSeconds). \(causes)"
  }

  /// The log counts retries, as that of eBay does: "failed 3 times" is said of four attempts.
  private var attemptsText: String {
    let attempts = end.attempts.counted("attempt")
    guard end.outcome == .exhausted, end.attempts > 1 else { return attempts }
    return "\(attempts) (the first and \((end.attempts - 1).counted("retry", plural: "retries")))"
  }

  /// What the step around says of this one, which did not succeed; nil for a skip or a cancellation.
  ///
  /// - Parameter error: What ended the step and goes to the caller.
  func innermostFailure(error: (any Error)?) -> FailedAttempt.InnerFailure? {
    if let inner = failedAttempts.last?.innermostFailure { return inner }
    if abortion == .byCancellation || error.map(StopError.matches) == true { return nil }
    let thrown = end.propagatesError ? error.map(text) : nil
    let cause = thrown ?? failedAttempts.last?.causeText ?? (end.isRefusal ? refusalMessage : whatHappened)
    return FailedAttempt.InnerFailure(
      actionDescription: step.name,
      file: step.callSite.file.description,
      line: step.callSite.line,
      cause: cause.asPartOfSentence
    )
  }

  /// What is said of the error that ended the step and goes to the caller: a sentence.
  func text(of error: any Error) -> String {
    end.resetStepsThrew ? "The reset steps threw \(error.text)." : "Threw \(error.text)."
  }

  /// Why the step did not succeed: a sentence.
  var whatHappened: String {
    switch (end.outcome, abortion) {
    case (.timedOut, _) where end.attempts == 0:
      "The \(timeLimit), was over before the first attempt of action: \(step.name)."
    case (.timedOut, _) where end.deniedWait != nil:
      "The \(timeLimit), leaves no time for a wait of \((end.deniedWait ?? .zero).inSeconds) after "
        + "\(end.attempts.counted("attempt")) of action: \(step.name)."
    case (.timedOut, _):
      "The \(timeLimit), was over after \(end.attempts.counted("attempt")) of action: \(step.name)."
    case (.aborted, .byHook(let reason)):
      "Auto Retry was told to stop after \(end.attempts.counted("attempt")) of action: \(step.name): \(reason.onOneLine)."
    case (.aborted, .byInnerStep(let inner)):
      "Auto Retry stopped with a step inside of action: \(step.name): \(inner.reason.onOneLine)."
    case (.aborted, _):
      "The task was cancelled after \(end.attempts.counted("attempt")) of action: \(step.name)."
    case (.exhausted, _) where budget != nil:
      "The budget of \((budget ?? 0).counted("retry", plural: "retries")) was used up after "
        + "\(end.attempts.counted("attempt")) of action: \(step.name)."
    default:
      "Auto Retry failed \(step.retryAttempts.counted("time")) for action: \(step.name)."
    }
  }

  /// Whether the step fails its test.
  ///
  /// An abort by the hook means a bug that no retry may hide, so it always does, once: in the step that was aborted, or,
  /// where that only threw, in the first step around it. A cancelled test ends by itself.
  var failsTest: Bool {
    switch (end.outcome, abortion, step.failure) {
    case (.recovered, _, _): end.failsOnRecovery
    case (.passed, _, _), (_, _, .isThrown): false
    case (.aborted, .byHook, _): true
    case (.aborted, .byInnerStep(let inner), _): !inner.isReported
    case (.aborted, nil, _): end.isRefusal
    case (.aborted, _, _): false
    case (_, _, .failsTest): true
    case (_, _, .isOnlyLogged): false
    }
  }

  private var movesOn: Bool {
    step.failure == .isOnlyLogged && !failsTest
  }
}

extension FailedAttempt {
  /// Why the attempt failed: a sentence.
  var causeText: String {
    switch cause {
    case .condition:
      "\(conditionText) \(conditionTime.inSeconds)\(limitText)\(inner)."
    case .timedOut(after: let time):
      "Timed out after \(time.inSeconds)\(limitText)\(inner)."
    case .error(let error):
      "Threw \(error.text)\(error is RetryExhausted ? "" : inner)."
    case .issues(let issues):
      (issues.first?.onOneLine ?? "An issue was recorded")
        + (issues.count > 1 ? " (and \(issues.count - 1) more)." : ".")
    }
  }

  private var conditionText: String {
    let condition = rejectedValue == nil ? "The success condition" : "`until`"
    let value = rejectedValue.map { " for \($0)" } ?? ""
    guard let stableFor else { return "\(condition) was false\(value) after" }
    return "\(condition) was true\(value), but never for \(stableFor.inSeconds) without a break, in"
  }

  private var limitText: String { limit.map { " (\($0))" } ?? "" }

  /// Where the attempt went wrong; issues and the errors of inner steps say so themselves.
  private var inner: String {
    guard let inner = innermostFailure else { return "" }
    return " (in \(inner.actionDescription) at \(inner.fileName):\(inner.line): \(inner.cause))"
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
