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
    case failureExpected
    case ofFeature(any FeatureEvent)
  }

  let kind: Kind
  /// `nil` for an event of a whole test.
  let step: Step?
  let id: StepID
  let callSite: CallSite?
  let test: TestIdentity?
}

/// A hint for the author of a test; a process prints each once, for example once for each place.
enum Hint: Hashable, Sendable {
  case attachmentsAreNotKept
  case assertionNotWithheld
  case attemptTimeLimitHasNoEffect
  case retriesMultiply(Int)
  case isStillRunning(StepID)
  case testIsUnknown
  case checksOnce(repeatsAction: Bool)
  case hasNoTimeToRetry
  // The text is the place of the step.
  case actionExceedsLimit(String)
  case actionReturnsFalse(String)
  case checksForLong(String)
  case skipsByXCTest(String)
  case assertionEndsPolling(String)
  case blocksThread(String)
  case blocksMainActor(String)
  case startsElsewhere(String)
  case startsTask(String)
  case nameChanges(String)
  case throwsNothing(String)
  case needsAssertion(String, inSwiftTesting: Bool)
  case checksConstant(String)
  case policyIsStatic(String)
  case isOnUnknownThread(String)
  case isInHook(String)
  case ignoresCancellation(String)
  case outlivesTest(String)
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

  /// Whether a step, a wait or a run of a whole test begins.
  var beginsStep: Bool {
    switch kind {
    case .begins(.action, let attempt): attempt.retry == 0 && step?.policy.checksFirst == false
    case .begins(.firstCheck, let attempt): attempt.retry == 0
    case .begins(.wait, _): true
    case .ofFeature(let added): if case .runBegins = added.progress { true } else { false }
    default: false
    }
  }
}

/// Why an issue is not held back, in words; features add reasons of their own.
struct NotWithheld: Equatable, Sendable {
  static let attemptIsOver = Self(words: "its attempt has finished")
  static let isInResetSteps = Self(words: "it was recorded in reset steps, which belong to no attempt")
  static let isOutside = Self(
    words: "it was recorded outside the open attempts and flaky scopes, or in a RetryScope that was taken outside them"
  )
  static let isOnUnknownThread = Self(
    words:
      "it was recorded on a thread that belongs to no known attempt; take RetryScope.current in the attempt and run the code in it, or check XCTWaiter.wait"
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

  /// The command that shows what the sink has stored, for the closing lines; `nil` if it could store nothing.
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

/// A line of the log, with its color in a terminal.
struct LogLine: Sendable {
  let text: String
  let color: LineColor?

  init(_ color: LineColor?, _ text: String) {
    self.color = color
    self.text = text
  }
}

extension RetryEvent {
  func logLines(_ words: Wording) -> [LogLine] {
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
      return [LogLine(.dim, "\(mark)Success Condition is true already. Action is not run: \(name)")]
    case .begins(.wait, _):
      return [LogLine(.dim, "Wait up to \(step?.policy.conditionTimeout.text ?? "") for: \(name)")]
    case .attemptFailed(let failed, let retrying):
      let attempt = failed.attempt
      let info =
        "♻️♻️♻️ [RETRY INFO: \(attempt.retry)] \(name) Attempt Unsuccessful. Number of attempts: \(attempt.number)."
        + (retrying || attempt.retriesRemaining == 0 ? " Attempts remaining: \(attempt.remainingText)." : "")
        + (retrying ? " Retrying." : "")
      return [LogLine(.dim, info), failed.causeLine(retrying ? .yellow : .red, words)]
    case .issueWithheld(_, _, isLogged: true) where words == .log:
      return []
    case .issueWithheld(let issue, let attempt, isLogged: _):
      return [LogLine(.yellow, "♻️♻️♻️🙈 [WITHHELD: \(attempt.retry)] \(issue.shortened)")]
    case .issueNotWithheld(let issue, let reason):
      return [LogLine(.red, "♻️♻️♻️🚨 [NOT WITHHELD] \(issue.shortened) (\(reason.words))")]
    case .hint(let hint):
      return [LogLine(nil, "♻️♻️♻️💡 [HINT] \(hint.text(for: name))")]
    case .attached(let file, let path, let attempt):
      let size = file.bytes.count.formatted(.byteCount(style: .file, spellsOutZero: false))
      let result = file.problem.map { ", not kept: \($0)" } ?? " (\(size))\(path.map { ": \($0)" } ?? "")"
      let text = "\(name): \(file.name.shortened.onOneLine)\(result)"
      return [LogLine(nil, "♻️♻️♻️📎 [ATTACHMENT: \(attempt - 1)] \(text)")]
    case .testFailed, .failureExpected:
      return []
    case .wait(let duration, after: let attempt):
      return [LogLine(.dim, "♻️♻️♻️⏳ [WAIT: \(attempt.retry)] Wait \(duration.text) to Retry action: \(name)")]
    case .begins(.lateCheck, let attempt):
      let check = "Check the Success Condition once more for action: \(name)"
      return [LogLine(.dim, "♻️♻️♻️⏱ [LATE CHECK: \(attempt.retry)] \(check)")]
    case .lateCheckFailed(let failed):
      return [failed.causeLine(.yellow, words)]
    case .begins(.resetSteps, let attempt):
      return [LogLine(.dim, "♻️♻️♻️⏪ [RESET STEPS: \(attempt.retry)] Run Reset Steps to Retry action: \(name)")]
    case .finished(let report):
      let success = report.outcome == .passed ? LineColor.dim : .green
      let color = report.outcome.isSuccess && !report.recordsIssues ? success : .red
      return report.isShownAsWarning ? [] : report.lastLine(words).map { [LogLine(color, $0)] } ?? []
    case .stopped(let report, by: let error):
      let stop = "♻️♻️♻️🛑 [STOP: \(report.attempts - 1)] \(name) stopped at \(report.step.places):"
      let issues = report.recordsIssues ? "The issues of its attempts fail the test." : nil
      return [LogLine(.red, sentences(stop, report.text(of: error).shortened, report.noMoreRetries, issues))]
    case .ofFeature(let event):
      return event.logLines
    }
  }
}

extension FailedAttempt {
  fileprivate func causeLine(_ color: LineColor, _ words: Wording) -> LogLine {
    LogLine(color, "♻️♻️♻️🔎 [CAUSE: \(attempt.retry)] \(causeText(words).shortened)")
  }
}

extension Hint {
  fileprivate func text(for name: String) -> String {
    switch self {
    case .attachmentsAreNotKept:
      "Attachments are not stored in files here. To store them, set \(EnvironmentVariable.report.name) to a folder."
    case .assertionNotWithheld:
      "An assertion or a step failed inside an attempt of \(name), so the test fails even if a retry succeeds. "
        + "In a RetryableTestCase (or a class that calls both withholdingIssues and holdBack), only the attempt would fail."
    case .attemptTimeLimitHasNoEffect:
      "attemptTimeLimit has no effect on \(name) and other synchronous steps, which cannot be interrupted."
    case .retriesMultiply(let count):
      "The retries of nested steps multiply: \(name) can run \(count) times. Give inner steps fewer retries."
    case .isStillRunning:
      "\(name) reached its time limit but is still running, because its closure ignores cancellation."
    case .testIsUnknown:
      "\(name) does not know the running test, so the test's retryPolicy and hooks do not apply. "
        + "Inherit from RetryableTestCase, or let the test case run a step of its own first."
    case .assertionEndsPolling:
      "An assertion or a step failed while \(name) checked its condition, so the attempt ended before its time. "
        + "Return a Bool, or let the action do it."
    case .blocksThread:
      "While \(name) waited, it blocked a thread of Swift Testing. Other tests had to wait, and so did tasks for its actor. "
        + "A step whose closures await something does not block."
    case .checksOnce(let repeatsAction):
      "\(name) checked its condition only once in each attempt, right after the action. "
        + "To give it time, write within: .seconds(5)."
        + (repeatsAction ? " If the action must not run twice from the same state, add reset steps (reset:)." : "")
    case .hasNoTimeToRetry:
      "\(name) had no time for a retry: its time limit (for:) is not longer than the checks of one attempt (within:)."
    case .actionExceedsLimit:
      "The action of \(name) alone took longer than the time limit (for:). A synchronous action cannot be interrupted."
    case .actionReturnsFalse:
      "The action of \(name) returned false in each attempt. If it only checks something, write autoWait(…, for: .seconds(5)) { … }."
    case .checksForLong:
      "\(name) may check its condition for more than ten minutes in each attempt. Were milliseconds meant?"
    case .skipsByXCTest:
      "\(name) threw XCTSkip, which skips no test of Swift Testing, but fails it. There, use the trait .enabled(if:)."
    case .blocksMainActor:
      "While \(name) waited, it blocked the main actor, so tasks for that actor had to wait. "
        + "A step whose closures await something does not block."
    case .startsElsewhere:
      "The first attempt of \(name) failed for a different reason than its retries: "
        + "the action may not start from the same state. Add reset steps (reset:)."
    case .startsTask:
      "The action of \(name) starts a Task and does not wait for it. Await the work itself: await autoRetry(…) { await … }."
    case .throwsNothing:
      "\(name) failed the test and threw no error, so XCTAssertThrowsError around it failed too. Assert the error in its action."
    case .needsAssertion(_, let inSwiftTesting):
      "\(name) has no until:, so only an assertion or an error in its action fails it, and not an error that the action catches."
        + (inSwiftTesting ? " Before Swift 6.4, XCTest's assertions do not count in Swift Testing." : "")
    case .checksConstant:
      "\(name) checked one value until its limit (within:). If the value cannot change, leave out within:. "
        + "To run the action again for some time, write for: .seconds(5)."
    case .policyIsStatic(let type):
      "The static retryPolicy of \(type) has no effect. Remove static."
    case .isOnUnknownThread:
      "\(name) ran on a thread that no test is known for, so it failed the test that runs now. "
        + "Wait for it in the test that starts the thread."
    case .isInHook:
      "\(name) ran in a hook, so it failed the test or an enclosing step, not the attempt. To restore the state for a retry, write reset:."
    case .ignoresCancellation:
      "The task of \(name) was canceled, but only a step whose closures await something ends early."
    case .outlivesTest(let test):
      "\(name) ran after its test had ended: \(test). Await its task in the test."
    case .nameChanges:
      "\(name) has a UUID in its name, so the report takes it for another step in each run. Note values that change with noted(_:as:)."
    }
  }
}

extension Attempt {
  fileprivate func line(_ mark: String, _ label: String, _ part: String) -> LogLine {
    if retry == 0 { return LogLine(.dim, part) }
    let count = "Retry attempt: \(retry). Attempts remaining: \(remainingText)."
    return LogLine(.dim, "♻️♻️♻️\(mark) [\(label): \(retry)] \(part). \(count)")
  }

  // With `.max` retries, the number would mean nothing.
  fileprivate var remainingText: String { retry + retriesRemaining == .max ? "unlimited" : "\(retriesRemaining)" }
}

/// An event that a feature adds, with what the sinks make of it.
protocol FeatureEvent: Sendable {
  var logLines: [LogLine] { get }

  /// What it means for the test as a whole; `nil` if it only has log lines.
  var progress: TestProgress? { get }
}

/// The progress of a test that a feature may run again, for the sinks other than the log.
enum TestProgress: Sendable {
  case runBegins(number: Int)
  case runFailed(TestReport)
  /// The test has finished: no other run follows.
  case testEnded(TestReport)

  /// Whether the log shows it even at the level `retries`.
  var isResult: Bool {
    if case .runBegins = self { false } else { true }
  }
}

/// How a run of a test ended, or the test with all its runs.
struct TestReport: Sendable {
  let last: Attempt
  var outcome: StepOutcome
  /// Why the last run ended early; without an issue in any run, the test has no result.
  var stop: ErrorStop?
  /// Whether the last run had no issue, but forgives none, because a step in it was skipped or canceled.
  var hasCancelledStep = false
  var runsAgain = false
  /// The decisive issue, as `File.swift:12: message`.
  var cause: String?
  /// The documented reason; `nil` if it does not cover the decisive issue.
  let flakiness: Flakiness?
  /// The part of the test that may fail with the decisive issue, in words.
  var scope = ""
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration
  /// The runs in which the line of the decisive issue failed.
  var runsOfCause: [Int] = []

  /// The time lost to retries: all runs except the one that succeeded; zero if there was only one.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }
}
