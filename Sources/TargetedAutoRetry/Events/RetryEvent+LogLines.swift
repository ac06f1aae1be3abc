extension RetryEvent {
  /// What the log says of this event: none, one or more lines.
  var logLines: [String] {
    let name = step.name.onOneLine
    switch kind {
    case .mainAction(let attempt) where attempt.retry == 0:
      return [name]
    case .mainAction(let attempt):
      return ["♻️♻️♻️▶️ [NEW RETRY ACTION: \(attempt.retry)] \(name). \(attempt.retryText)"]
    case .successCondition(let attempt) where attempt.retry == 0:
      return ["Wait for Success Condition for action: \(name)"]
    case .successCondition(let attempt):
      return [
        "♻️♻️♻️⏱ [SUCCESS CONDITION: \(attempt.retry)] Wait for Success Condition for action: \(name). "
          + attempt.retryText
      ]
    case .attemptFailed(let failed, let retrying):
      let attempt = failed.attempt
      return [
        "♻️♻️♻️ [RETRY INFO: \(attempt.retry)] \(name) Attempt Unsuccessful. Number of attempts: \(attempt.number). "
          + "Attempts remaining: \(attempt.retriesRemaining). "
          + (retrying ? "Retrying." : "No more retries will be attempted."),
        "♻️♻️♻️🔎 [CAUSE: \(attempt.retry)] \(failed.cause.text)",
      ]
    case .resetSteps(after: let attempt):
      return ["♻️♻️♻️⏪ [RESET STEPS: \(attempt.retry)] Run Reset Steps to Retry action: \(name)"]
    case .finished(let end):
      return [finishedLine(end)].compactMap { $0 }
    case .stopped(let end, by: let error):
      return [
        "♻️♻️♻️🛑 [STOP: \(end.attempts - 1)] \(name) stopped: \(FailedAttempt.Cause.error(error).text) "
          + "No more retries will be attempted."
      ]
    }
  }

  private func finishedLine(_ end: StepEnd) -> String? {
    switch end.outcome {
    case .passed, .aborted: nil
    case .recovered: "♻️♻️♻️✅ \(step.name.onOneLine) required \(end.retriesUsed.counted("retry attempt")) before success."
    case .exhausted: step.failText
    }
  }
}

extension Step {
  /// The last line of a step that is exhausted.
  var failText: String {
    "♻️♻️♻️❌ [FAIL] Auto Retry failed \(retryAttempts.counted("time")) for action: \(name.onOneLine). "
      + (failsTest
        ? "No more retries will be attempted."
        : "Moving on to the next step without failing the test.")
  }

  /// The failure of a step that is exhausted: the last line of the log, and what a reader of a CI result asks next.
  func exhaustedText(
    attempts: Int,
    elapsed: Duration,
    failedAttempts: (first: FailedAttempt, last: FailedAttempt)
  ) -> String {
    let first = failedAttempts.first.cause.text
    let last = failedAttempts.last.cause.text
    let causes = attempts == 1 ? "Cause: \(first)" : "First cause: \(first) Last cause: \(last)"
    return "\(failText) \(attempts.counted("attempt")) in \(elapsed.inSeconds). \(causes)"
  }
}

extension FailedAttempt.Cause {
  /// A sentence.
  var text: String {
    switch self {
    case .condition(after: let duration): "The success condition was false after \(duration.inSeconds)."
    case .error(let error): "Threw \(String(describing: error).onOneLine)."
    }
  }
}

extension Attempt {
  fileprivate var retryText: String {
    "Retry attempt: \(retry). Attempts remaining: \(retriesRemaining)."
  }
}
