internal import Foundation

struct RetryEvent: Sendable {
  // Indirect, because some values are large: nested steps need less stack, and copies less code.
  indirect enum Kind: Sendable {
    case begins(StepPart, Attempt)
    case actionNotNeeded(Attempt)
    case attemptFailed(FailedAttempt, retrying: Bool)
    // `isLogged`: the cause of the attempt or the lines of an inner step already contain the issue.
    case issueWithheld(String, Attempt, isLogged: Bool = false)
    case issueNotWithheld(String, NotWithheld)
    case hint(Hint)
    case attached(AttachedFile, path: String?, attempt: Int)
    case wait(Duration, after: Attempt)
    case lateCheckFailed(FailedAttempt)
    case finished(StepReport)
    case stopped(StepReport, by: any Error)
    case testFailed(by: String)
    case ofFeature(any FeatureEvent)
  }

  let kind: Kind
  /// `nil` for an event of a whole test.
  let step: Step?
  let id: StepID
  let callSite: CallSite?
  let test: TestIdentity?
}

/// A hint for the author of a test, which is printed once in a process.
enum Hint: Hashable, Sendable {
  case attachmentsAreNotKept
  case assertionNotWithheld
  case attemptTimeLimitHasNoEffect
  case retriesMultiply(Int)
  case isStillRunning(StepID)
  case testIsUnknown
}

extension RetryEvent {
  init(_ kind: Kind, of step: Step, in test: TestIdentity?) {
    self.init(kind: kind, step: step, id: step.id, callSite: step.callSite, test: test)
  }

  init(_ kind: Kind, ofTest test: TestIdentity?, callSite: CallSite? = nil, id: StepID = .next()) {
    self.init(kind: kind, step: nil, id: id, callSite: callSite, test: test)
  }

  var name: String { step?.name ?? test?.name.onOneLine ?? "Action" }
  var parentID: StepID? { step?.parentID }
  var depth: Int { step?.depth ?? 0 }
}

/// Why an issue is not held back, in words; features add reasons of their own.
struct NotWithheld: Equatable, Sendable {
  static let attemptIsOver = Self(words: "its attempt has finished")
  static let isOutside = Self(words: "it was recorded outside the open attempts and flaky scopes")
  static let isOnUnknownThread = Self(
    words:
      "it was recorded on a thread of no attempt; run the code in the attempt's RetryScope, or check XCTWaiter.wait"
  )
  static let testIsOver = Self(words: "its step was still running when the test finished")

  let words: String
}

protocol RetryEventSink: Sendable {
  /// Whether the sink must wrap the running part, as activities do.
  var showsParts: Bool { get }

  func receive(_ event: RetryEvent)

  func receive(_ event: RetryEvent, during part: () -> Void)

  /// Stores a file that is attached to an attempt, and returns its path; `nil` if the sink stores none.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String?

  /// Called when the tests have finished and, as the last call, when the process ends.
  ///
  /// - Parameter step: The step whose code ends the process; `nil` if no step does.
  func end(in step: StepID?, isLast: Bool)

  /// The command that shows what the sink has stored, for the closing lines.
  var command: String? { get }
}

extension RetryEventSink {
  var showsParts: Bool { false }

  var command: String? { nil }

  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? { nil }

  func end(in step: StepID?, isLast: Bool) {}

  func receive(_ event: RetryEvent, during part: () -> Void) {
    receive(event)
    part()
  }
}

extension RetryEvent {
  func logLines(_ words: Wording) -> [String] {
    let name = step?.shortName ?? name
    switch kind {
    case .begins(.action, let attempt):
      return [attempt.line("▶️", "NEW RETRY ACTION", name)]
    case .begins(.condition, _) where step?.hasCondition == false:
      return []
    case .begins(.condition, let attempt):
      return [attempt.line("⏱", "SUCCESS CONDITION", "Wait for Success Condition for action: \(name)")]
    case .begins(.firstCheck, let attempt):
      return [attempt.line("👀", "FIRST LOOK", "Check the Success Condition before action: \(name)")]
    case .actionNotNeeded(let attempt):
      let mark = attempt.retry == 0 ? "" : "♻️♻️♻️👀 [FIRST LOOK: \(attempt.retry)] "
      return ["\(mark)Success Condition is true already. Action is not run: \(name)"]
    case .begins(.wait, _):
      return ["Wait up to \(step?.policy.conditionTimeout.text ?? "") for: \(name)"]
    case .attemptFailed(let failed, let retrying):
      let attempt = failed.attempt
      return [
        "♻️♻️♻️ [RETRY INFO: \(attempt.retry)] \(name) Attempt Unsuccessful. Number of attempts: \(attempt.number)."
          + (retrying || attempt.retriesRemaining == 0 ? " Attempts remaining: \(attempt.remainingText)." : "")
          + (retrying ? " Retrying." : ""),
        "♻️♻️♻️🔎 [CAUSE: \(attempt.retry)] \(failed.causeText(words))",
      ]
    case .issueWithheld(_, _, isLogged: true) where words == .log:
      return []
    case .issueWithheld(let issue, let attempt, isLogged: _):
      return ["♻️♻️♻️🙈 [WITHHELD: \(attempt.retry)] \(issue)"]
    case .issueNotWithheld(let issue, let reason):
      return ["♻️♻️♻️🚨 [NOT WITHHELD] \(issue) (\(reason.words))"]
    case .hint(let hint):
      return ["♻️♻️♻️💡 [HINT] \(hint.text(for: name))"]
    case .attached(let file, let path, let attempt):
      let size = "(\(file.bytes.count.formatted(.byteCount(style: .file, spellsOutZero: false))))"
      let result = file.problem.map { ", not kept: \($0)" } ?? path.map { ": \($0)" } ?? ""
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
    case .finished(let report):
      return report.isShownAsWarning ? [] : [report.lastLine(words)].compactMap { $0 }
    case .stopped(let report, by: let error):
      let stop = "♻️♻️♻️🛑 [STOP: \(report.attempts - 1)] \(name) stopped at \(report.step.places):"
      return [sentences(stop, report.text(of: error), report.noMoreRetries)]
    case .ofFeature(let event):
      return event.logLines
    }
  }
}

extension Hint {
  fileprivate func text(for name: String) -> String {
    switch self {
    case .attachmentsAreNotKept:
      "Nothing keeps attachments here. To keep them, set \(EnvironmentVariable.report.name) to a folder."
    case .assertionNotWithheld:
      "An assertion failed inside an attempt of \(name), so the test fails even if a retry succeeds. "
        + "In a RetryableTestCase, or with both withholdingIssues and holdBack, it would only fail the attempt."
    case .attemptTimeLimitHasNoEffect:
      "attemptTimeLimit has no effect on \(name) and other synchronous steps, which cannot be interrupted."
    case .retriesMultiply(let count):
      "The retries of nested steps multiply: \(name) can run \(count) times. Give inner steps fewer retries."
    case .isStillRunning:
      "\(name) reached its time limit: cancelled, still running, because its closure ignores cancellation."
    case .testIsUnknown:
      "The running test is not known to \(name), so its retryPolicy and its hooks do not apply. "
        + "Inherit from RetryableTestCase, or let the test case run a step of its own first."
    }
  }
}

extension Attempt {
  fileprivate func line(_ mark: String, _ label: String, _ part: String) -> String {
    if retry == 0 { return part }
    return "♻️♻️♻️\(mark) [\(label): \(retry)] \(part). Retry attempt: \(retry). Attempts remaining: \(remainingText)."
  }

  // With `.max` retries, the number would mean nothing.
  fileprivate var remainingText: String { retry + retriesRemaining == .max ? "unlimited" : "\(retriesRemaining)" }
}
