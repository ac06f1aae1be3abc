import Foundation
import Testing

@testable import TargetedAutoRetry

/// Runs steps and keeps their events, without a log and without failing the watching test.
struct Workbench: TargetedAutoRetry, Sendable {
  var time = FakeTime()
  var steering = Steering()
  /// True without any sink, as in a run of tests without log and records.
  var isQuiet = false
  /// Whether attempts hold issues back, as in a `RetryableTestCase` and in Swift Testing.
  var holdsBack = false
  /// Called with each event.
  var hears: @Sendable (RetryEvent) -> Void = { _ in }
  var recovery: @Sendable (FailedAttempt) -> RecoveryAction = { _ in .retry }
  /// A further sink, which keeps files.
  var stores: (any RetryEventSink)?
  var evidence: @Sendable (AttemptEvidence) -> Void = { _ in }
  /// Called with the name of each file that the test keeps.
  var attaches: @Sendable (String) -> Void = { _ in }
  private let sink = EventList()
  private let attemptsOfHook = Locked<[FailedAttempt]>([])
  private let recordedFailures = Locked<[TestIssue]>([])

  var events: [RetryEvent] { sink.events.withLock { $0 } }
  var failures: [TestIssue] { recordedFailures.withLock { $0 } }
  /// The attempts that the hook was called for.
  var heard: [FailedAttempt] { attemptsOfHook.withLock { $0 } }

  /// The lines that the log has.
  var log: [String] { events.flatMap { event in event.logLines(.whole).map { indent(event.depth) + $0.text } } }

  /// All events, a word or two each, for comparison with a table.
  var summary: [String] { events.map { indent($0.depth) + $0.summary } }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attemptsOfHook.withLock { $0.append(attempt) }
    return recovery(attempt)
  }

  func collectEvidence(of attempt: AttemptEvidence) { evidence(attempt) }

  @discardableResult
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try StepEnvironment.$current.withValue(StepEnvironment(in: .current, dependencies: dependencies), operation: body)
  }

  @discardableResult
  func run<Value>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value) async rethrows
    -> Value
  {
    try await StepEnvironment.$current.withValue(
      StepEnvironment(in: .current, dependencies: dependencies),
      operation: body
    )
  }

  private var dependencies: Dependencies {
    Dependencies(
      timekeeper: time.timekeeper,
      sinks: isQuiet ? [] : [sink, Ear(hears: hears)] + (stores.map { [$0] } ?? []),
      steering: steering,
      recordFailure: { failure in
        record(failure.ofInnerStep)
        return true
      },
      attachToTest: { file, _, _ in
        attaches(file.name)
        return true
      }
    )
  }

  private func record(_ issue: TestIssue) {
    if holdsBack, AttemptScope.current?.keep(issue) == true { return }
    recordedFailures.withLock { $0.append(issue) }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "    ", count: depth) }
}

extension Workbench {
  /// A workbench whose run is steered by valid variables of the environment.
  init(variables: [String: String]) {
    var read = SteeringVariables(variables)
    self.init(steering: Steering(&read))
    #expect(read.problems == [])
  }

  /// - Returns: The number of attempts of a step that succeeds from the given attempt on.
  func attempts(succeedsAt: Int = .max, retryAttempts: Int? = nil, reset: @escaping () -> Void = {}) -> Int {
    var attempts = 0
    run {
      step("Sign In", retries: retryAttempts, until: { attempts >= succeedsAt }, reset: reset) { attempts += 1 }
    }
    return attempts
  }

  /// Fails the attempt around it, or the test, as an assertion does.
  func fail(_ text: String, path: String = #filePath, line: Int = #line) {
    record(TestIssue(text, path: path, line: line, record: record))
  }
}

private struct EventList: RetryEventSink {
  let events = Locked<[RetryEvent]>([])

  func receive(_ event: RetryEvent) {
    events.withLock { $0.append(event) }
  }
}

private struct Ear: RetryEventSink {
  let hears: @Sendable (RetryEvent) -> Void

  func receive(_ event: RetryEvent) { hears(event) }
}

extension RetryEvent {
  fileprivate var summary: String {
    switch kind {
    case .begins(.action, let attempt): "action \(attempt.number)"
    case .begins(.condition, let attempt): "condition \(attempt.number)"
    case .begins(.firstCheck, let attempt): "first check \(attempt.number)"
    case .actionNotNeeded(let attempt): "no action \(attempt.number)"
    case .begins(.wait, _): "wait up to \(step?.policy.conditionTimeout ?? .zero)"
    case .attemptFailed(let failed, let retrying):
      "failed \(failed.number)" + (retrying ? ", retrying" : "")
    case .begins(.resetSteps, let attempt): "reset after \(attempt.number)"
    case .issueWithheld(let issue, _, isLogged: _): "withheld \(issue)"
    case .issueNotWithheld(let issue, let reason): "not withheld \(issue), \(reason.words)"
    case .lateCheckFailed(let failed): "late check failed \(failed.number)"
    case .hint(let hint): "hint \(hint)"
    case .attached(let file, path: _, let attempt): "attached \(file.name) to \(attempt)"
    case .wait(let duration, after: let attempt): "wait \(duration) after \(attempt.number)"
    case .begins(.lateCheck, let attempt): "late check after \(attempt.number)"
    case .testFailed(by: let step): "test failed by \(step)"
    case .failureExpected: "failure expected"
    case .ofFeature(let event): "\(event)"
    case .finished(let report):
      "\(report.outcome.name) \(report.retriesUsed)" + (report.outcome.recovery.map { " by \($0)" } ?? "")
    case .stopped(let report, by: let error): "stopped in attempt \(report.attempts) by \(error)"
    }
  }
}

extension StepEnvironment {
  static func with(step: AttemptScope) -> StepEnvironment {
    StepEnvironment(in: current, scope: step)
  }
}
