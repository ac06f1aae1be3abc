extension RetryEvent {
  func logLines(_ words: Wording) -> [String] {
    let name = step?.shortName ?? name
    switch kind {
    case .begins(.action, let attempt):
      return [attempt.line("▶️", "NEW RETRY ACTION", name)]
    case .begins(.condition, _) where step?.failure == .isThrown:
      // The form that returns a value has no condition beside it.
      return []
    case .begins(.condition, let attempt):
      return [attempt.line("⏱", "SUCCESS CONDITION", "Wait for Success Condition for action: \(name)")]
    case .begins(.firstLook, let attempt):
      return [attempt.line("👀", "FIRST LOOK", "Look at Success Condition before action: \(name)")]
    case .actionNotNeeded(let attempt):
      let mark = attempt.retry == 0 ? "" : "♻️♻️♻️👀 [FIRST LOOK: \(attempt.retry)] "
      return ["\(mark)Success Condition is true already. Action is not run: \(name)"]
    case .begins(.wait, _):
      return ["Wait up to \(step?.policy.conditionTimeout.text ?? "") for: \(name)"]
    case .attemptFailed(let failed, let retrying):
      let attempt = failed.attempt
      return [
        "♻️♻️♻️ [RETRY INFO: \(attempt.retry)] \(name) Attempt Unsuccessful. Number of attempts: \(attempt.number). "
          + (retrying || attempt.retriesRemaining == 0 ? "Attempts remaining: \(attempt.remainingText). " : "")
          + (retrying ? "Retrying." : "No more retries will be attempted."),
        "♻️♻️♻️🔎 [CAUSE: \(attempt.retry)] \(failed.causeText(words))",
      ]
    case .issueWithheld(_, _, isLogged: true) where words == .log:
      return []
    case .issueWithheld(let issue, let attempt, isLogged: _):
      return ["♻️♻️♻️🙈 [WITHHELD: \(attempt.retry)] \(issue)"]
    case .issueNotWithheld(let issue, let reason):
      return ["♻️♻️♻️🚨 [NOT WITHHELD] \(issue) (\(reason.rawValue))"]
    case .hint(let hint):
      return ["♻️♻️♻️💡 [HINT] \(hint.text(for: name))"]
    case .attached(let file, let path, let refusal, let attempt):
      let size = "(\(file.bytes.count.asSize))"
      let result = refusal.map { ", not kept: \($0)" } ?? path.map { ": \($0)" } ?? ""
      return ["♻️♻️♻️📎 [ATTACHMENT: \(attempt - 1)] \(name): \(file.name.onOneLine) \(size)\(result)"]
    case .testFailed:
      return []
    case .wait(let duration, after: let attempt):
      return ["♻️♻️♻️⏳ [WAIT: \(attempt.retry)] Wait \(duration.text) to Retry action: \(name)"]
    case .begins(.lateCheck, let attempt):
      return ["♻️♻️♻️⏱ [LATE CHECK: \(attempt.retry)] Check the Success Condition once more for action: \(name)"]
    case .lateCheckFailed(let failed):
      return ["♻️♻️♻️🔎 [CAUSE: \(failed.attempt.retry)] \(failed.causeText(words))"]
    case .begins(.resetSteps, let attempt):
      return ["♻️♻️♻️⏪ [RESET STEPS: \(attempt.retry)] Run Reset Steps to Retry action: \(name)"]
    case .burnIn(let number, of: let count):
      return ["♻️♻️♻️🔥 [BURN-IN: \(number) of \(count)] \(name)"]
    case .burnedIn(let result):
      return ["♻️♻️♻️🔥 [BURN-IN] \(result)"]
    case .finished(let report):
      return [report.lastLine(words)].compactMap { $0 }
    case .stopped(let report, by: let error):
      return [
        "♻️♻️♻️🛑 [STOP: \(report.attempts - 1)] \(name) stopped at \(report.step.places): "
          + "\(report.text(of: error))\(report.step.isWait ? "" : " No more retries will be attempted.")"
      ]
    case .runFailed(let run):
      guard run.runsAgain, let flakiness = run.flakiness else { return [] }
      return [
        "♻️♻️♻️ [FLAKY] test failed in a flaky scope (\(flakiness.text)). "
          + "Re-running: \(run.last.number) of \(run.last.most - 1)."
      ]
    case .testEnded(let report):
      return [report.lastLine].compactMap { $0 }
    case .flakyScopeExpired(let flakiness):
      return ["♻️♻️♻️⌛️ [FLAKY] a flaky scope has expired and withholds nothing (\(flakiness.expiry))"]
    }
  }
}

extension Hint {
  fileprivate func text(for name: String) -> String {
    switch self {
    case .assertionNotWithheld:
      "An assertion failed inside an attempt of \(name), so the test fails even if a retry succeeds. "
        + "In a RetryableTestCase it would only fail the attempt."
    case .attemptTimeLimitHasNoEffect:
      "attemptTimeLimit has no effect on \(name) and other synchronous steps, which cannot be interrupted."
    case .looksOnce(let action, let hasResetSteps):
      "Each attempt of \(action) looks at its condition once: no within: or conditionTimeout gives it time"
        + (hasResetSteps ? "." : ", and there are no reset steps.")
    case .testIsUnknown:
      "The running test is not known to \(name), so its retryPolicy and its hooks do not apply. "
        + "Inherit from RetryableTestCase, or let the test case run a step of its own first."
    case .burnInNeedsResetSteps:
      "\(name) has no reset steps, so \(EnvironmentVariable.burnIn.name) does not repeat it."
    }
  }
}

extension Attempt {
  fileprivate func line(_ mark: String, _ label: String, _ part: String) -> String {
    if retry == 0 { return part }
    return "♻️♻️♻️\(mark) [\(label): \(retry)] \(part). Retry attempt: \(retry). Attempts remaining: \(remainingText)."
  }

  /// With `.max` retries, the number would be meaningless.
  fileprivate var remainingText: String { retry + retriesRemaining == .max ? "unlimited" : "\(retriesRemaining)" }
}

/// The form of the texts about a step, for each kind of reader.
enum Wording: Sendable {
  /// The log, whose reader has already seen the texts of inner steps.
  case log
  /// A complete text, such as a row of the records.
  case whole
  /// The failure of a test, which may be at the place of a caller.
  case failure
}
