internal import Foundation
internal import XCTest

struct ConsoleLog: RetryEventSink {
  let level: LogLevel
  var hasColors: @Sendable (StandardStream) -> Bool = { _ in false }
  var now: @Sendable () -> Date = { Date() }
  var write: (@Sendable (String) -> Void)?

  func receive(_ event: RetryEvent) {
    let lines = level.lines(of: event)
    if lines.isEmpty { return }
    let elapsed = max(now().timeIntervalSince(event.test?.start ?? Self.firstLine), 0)
    // Swift Testing runs tests in parallel.
    let test = event.test.map { $0.framework == .swiftTesting ? "[\($0.name)] " : "" } ?? ""
    let indent = String(repeating: "    ", count: event.depth)
    let prefix = String(format: "    t = %8.2fs ", elapsed) + test + indent
    // The stream that the framework uses itself, because lines in two streams would be out of order.
    let stream = event.test?.framework == .swiftTesting ? StandardStream.error : .output
    let hasColors = hasColors(stream)
    // One write keeps the lines of an event together.
    let texts = lines.map { (hasColors ? $0.color : nil).colored(prefix + $0.text) }
    (write ?? stream.write)(texts.joined(separator: "\n"))
  }

  /// Outside a test, times count from the first line: nothing tells when the process started.
  private static let firstLine = Date()
}

enum LogLevel: String, CaseIterable, Sendable {
  /// Every line but those of pauses, late checks and assertions that the cause repeats; while an outer step retries, inner
  /// steps print only their last line.
  case steps
  case all
  /// Three lines for each retried step: its first failed attempt, the cause, and the result.
  case retries
  case off

  init(_ variables: inout SteeringVariables) {
    self = variables.value(of: .log) { LogLevel(rawValue: $0) } ?? .steps
  }

  var words: Wording { self == .all ? .whole : .log }

  func lines(of event: RetryEvent) -> [LogLine] { includes(event) ? event.logLines(words) : [] }

  private func includes(_ event: RetryEvent) -> Bool {
    switch (self, event.kind) {
    case (.off, _): false
    case (.all, _): true
    case (_, .finished), (_, .stopped), (_, .issueNotWithheld): true
    case (_, .ofFeature(let event)) where event.progress?.isResult == true: true
    case (_, .hint(let hint)) where hint != .attemptTimeLimitHasNoEffect: true
    case (.steps, .wait), (.steps, .begins(.lateCheck, _)): false
    case (.steps, _): event.step?.isInOuterRetry != true
    case (.retries, .attemptFailed(let failed, retrying: _)): failed.attempt.retry == 0
    // The cause line of a step contains its first issue; a whole test has no such line.
    case (.retries, .issueWithheld): event.step == nil
    case (.retries, _): false
    }
  }
}

/// A style of a terminal, as the parameter of its escape sequence.
enum LineColor: String {
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

extension LineColor? {
  fileprivate func colored(_ line: String) -> String { map { "\u{1B}[\($0.rawValue)m\(line)\u{1B}[0m" } ?? line }
}

struct RunSummary: RetryEventSink {
  private struct State {
    var recoveries = 0
    var recovered: [String] = []
    /// The test of each step whose action ran again without reset steps: the first that failed, or else the last.
    var repeated: [String: XCTestRun] = [:]
    /// The first step that failed in each test, and the test's run in XCTest, which knows at the end whether it passed.
    var failures: [Failure] = []
    /// The steps that have begun and not finished.
    var open: [StepID: Step] = [:]
    /// The test of each step that had no condition and passed at its first attempt: the first that failed, or else the last.
    var unchecked: [String: XCTestRun] = [:]
    /// The tests in which an assertion failed inside a step that could not hold it back.
    var withIssuesInSteps: Set<ObjectIdentifier> = []
    /// The steps that failed and did not have to fail their test.
    var tolerated: [String] = []
    /// The outermost steps that were canceled.
    var canceled: [String] = []
    /// The steps whose failure is a known issue.
    var expected: [String] = []
    /// The names of the steps that failed in each test.
    var failed: [TestIdentity: Set<String>] = [:]
    /// The steps that ran again, and passed, in a test that they had failed.
    var late: [String] = []
    /// The last test of each step that threw a skip, unless an earlier one went on.
    var skipped: [String: XCTestRun] = [:]
    /// The variables that had been changed when a step failed.
    var changedVariables: Set<String> = []
    // `AUTO_RETRY_REHEARSE` must match one of these, or its pattern is reported as useless.
    var names: Set<String> = []

    struct Failure {
      /// `nil` if no test was known.
      let test: String?
      let step: String
      let run: XCTestRun?
      /// Whether the test may have wanted the error.
      let mayBeWanted: Bool
      let isThrown: Bool

      var isOfPassedTest: Bool { run?.hasPassed == true }
    }

    mutating func noteEnd(of report: StepReport, in test: TestIdentity?) {
      // Names and keys of tests are expensive, and most steps pass.
      if report.step.parentID != nil || (report.outcome == .passed && failed.isEmpty) { return }
      let (step, outcome) = (report.step.nameAndPlace, report.outcome)
      if outcome.isCancellation { canceled.append(step) }
      if outcome.isSuccess, let test, failed[test]?.contains(step) == true { late.append(step) }
    }

    mutating func noteRecovery(of step: String) {
      recoveries += 1
      if !recovered.contains(step) { recovered.append(step) }
    }
  }

  private let state = Locked(State())
  var steering = Steering()
  /// Returns the command that shows what was recorded; `nil` if nothing was.
  var recordsCommand: @Sendable () -> String? = { nil }
  var isQuiet = false
  /// Returns the variables that were changed too late.
  var changedVariables: @Sendable () -> [String] = { [] }
  var currentRun: @Sendable () -> XCTestRun? = { nil }

  func end(in step: StepID?, isLast: Bool) {
    if isLast { lines.forEach(StandardStream.error.write) }
  }

  func receive(_ event: RetryEvent) {
    if event.beginsStep, let step = event.step { state.withLock { $0.open[event.id] = step } }
    switch event.kind {
    case .finished(let report):
      add(report, in: event.test)
      // A test may set a variable and unset it again. Reading all variables costs more than two retries.
      if report.outcome.isUsedUp {
        let names = changedVariables()
        state.withLock { $0.changedVariables.formUnion(names) }
      }
      let isThrown = report.step.failureEffect == .isThrown && !report.outcome.isSuccess
      if isThrown, report.outcome.abortion != .byCancellation { addError(of: report, in: event.test) }
    case .stopped(let report, by: _):
      add(report, in: event.test)
      // Swift Testing does not tell whether the test expects an error that is not retried.
      let mayBeExpected = report.step.isInSwiftTesting && !report.outcome.isOfResetSteps
      if !report.outcome.isSkipOrCancellation, !mayBeExpected { addError(of: report, in: event.test) }
    case .ofFeature(let added):
      // Another run of a test undoes the failures of the run before.
      state.withLock { $0.failed = $0.failed.filter { $0.key.id != event.test?.id } }
      guard case .testEnded(let report) = added.progress, report.outcome.recovery != nil else { return }
      state.withLock { state in
        state.noteRecovery(of: event.name)
        // Errors of steps in it were forgiven.
        state.failures.removeAll { $0.test == event.test?.id }
      }
    case .testFailed(by: let step):
      addFailure(of: step, in: event.test)
      if let test = event.test { state.withLock { _ = $0.failed[test, default: []].insert(step) } }
    case .failureExpected: if let step = event.step { state.withLock { $0.expected.append(step.nameAndPlace) } }
    default: break
    }
  }

  /// An error that leaves the outermost step fails the test, unless the test catches it.
  private func addError(of report: StepReport, in test: TestIdentity?) {
    let step = report.step
    let mayBeWanted = !report.outcome.isUsedUp && !report.outcome.isOfResetSteps
    if step.parentID == nil { addFailure(of: step.nameAndPlace, in: test, mayBeWanted: mayBeWanted, isThrown: true) }
  }

  private func addFailure(of step: String, in test: TestIdentity?, mayBeWanted: Bool = false, isThrown: Bool = false) {
    let run = currentRun()
    let failure = State.Failure(test: test?.id, step: step, run: run, mayBeWanted: mayBeWanted, isThrown: isThrown)
    state.withLock { state in
      let isKnown = state.failures.contains { $0.test == failure.test && (failure.test != nil || $0.step == step) }
      if !isKnown { state.failures.append(failure) }
    }
  }

  private func add(_ report: StepReport, in test: TestIdentity?) {
    let step = report.step
    let isUnchecked = report.outcome == .passed && step.isUnchecked
    let isSkipped = report.outcome.stop == .skip
    let needsRun = isUnchecked || isSkipped || report.recordsIssues || report.outcome.recovery != nil
    let run = needsRun ? currentRun() : nil
    state.withLock { state in
      state.open[step.id] = nil
      if report.recordsIssues, let run { state.withIssuesInSteps.insert(ObjectIdentifier(run)) }
      if isUnchecked, state.unchecked[step.nameAndPlace]?.hasFailed != true { state.unchecked[step.nameAndPlace] = run }
      if isSkipped, let run, state.skipped[step.nameAndPlace]?.wentOn != true { state.skipped[step.nameAndPlace] = run }
      if !step.isWait {
        state.names.insert(step.name)
        state.noteEnd(of: report, in: test)
        let isTolerated = step.failureEffect == .isOnlyLogged && report.outcome.isUsedUp && !report.failsTest
        if isTolerated, !state.tolerated.contains(step.nameAndPlace) { state.tolerated.append(step.nameAndPlace) }
      }
      // A step of which only the first attempt failed, because it was forced to, has not recovered.
      if report.outcome.recovery != nil, report.failedAttempts.contains(where: { !$0.isRehearsal }) {
        state.noteRecovery(of: step.nameAndPlace)
        let ranAgainUnreset = report.actionRuns > 1 && report.resets == 0
        if ranAgainUnreset, state.repeated[step.nameAndPlace]?.hasFailed != true {
          state.repeated[step.nameAndPlace] = run
        }
      }
    }
  }

  // Even a quiet run prints that a variable had no effect.
  var lines: [String] {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func add(_ text: String, _ steps: [String], _ advice: String? = nil) {
      if !steps.isEmpty { lines.append(sentences("♻️ \(text): \(steps.listed)", advice)) }
    }
    if !isQuiet {
      let failures = state.failures.filter { !$0.isOfPassedTest }
      let (inTests, outside) = (failures.filter { $0.test != nil }, failures.filter { $0.test == nil })
      let failedByStep = state.withIssuesInSteps.union(failures.compactMap { $0.run.map(ObjectIdentifier.init) })
      let forgotten = state.failures.filter { $0.isOfPassedTest && !$0.mayBeWanted }
      add("A step failed in \(inTests.count.counted("test"))", inTests.map(\.step))
      add("A step failed outside the tests", outside.map(\.step))
      add("A step failed in a test that passed, which caught its error", forgotten.filter(\.isThrown).map(\.step))
      add("A step failed in a test that passed", forgotten.filter { !$0.isThrown }.map(\.step))
      add("A step failed with failTestOnFailure: false", state.tolerated)
      add("A step failed in a known issue", state.expected)
      add("A step was canceled", state.canceled)
      let advice = "If a loop runs the step again, use retryAttempts: instead."
      add("A step passed after it had failed its test", state.late, advice)
      let different = state.recovered.count < state.recoveries ? " (\(state.recovered.count) different)" : ""
      add("\(state.recoveries.counted("step")) recovered\(different)", state.recovered)
      let names = Dictionary(grouping: state.recovered) { $0.replacing(#/\d{4,}(?=.* \()/#, with: "#") }
      for (_, steps) in names.sorted(by: { $0.key < $1.key }) where steps.count > 4 {
        let hint = "Leave changing numbers out of a name, or the report takes it for another step in each run."
        lines.append("♻️ A step had \(steps.count) names: \(steps[0]). \(hint)")
      }
      let swallowed = state.skipped.filter(\.value.wentOn).keys.sorted()
      add("A step threw a skip in a test that was not skipped", swallowed)
      let repeated = state.repeated.filter(\.value.hasFailed).keys.sorted()
      add("In a test that failed, the action of a step ran again without reset steps", repeated)
      let unchecked = state.unchecked.filter { $1.hasFailed && !failedByStep.contains(ObjectIdentifier($1)) }
      let reason = "Its action neither threw nor failed an assertion."
      add("In a test that failed, a step without until: was not retried", unchecked.keys.sorted(), reason)
      add("A step was still running at the end", state.open.values.map(\.nameAndPlace).sorted())
      if !lines.isEmpty, let command = recordsCommand() { lines.append("♻️ To see them: \(command)") }
    }
    for name in state.changedVariables.union(changedVariables()).sorted() {
      lines.append("♻️ \(name) was changed after it had been read, which has no effect.")
    }
    if let pattern = steering.rehearsal?.pattern, !state.names.isEmpty, !state.names.contains(where: steering.rehearses)
    {
      lines.append("♻️ \(EnvironmentVariable.rehearse.name): no step matching \"\(pattern.onOneLine)\" ran.")
    }
    return lines
  }
}

extension Step {
  /// Whether an attempt can fail only by an assertion or an error.
  fileprivate var isUnchecked: Bool { !isWait && !hasCondition && failureEffect == .failsTest }
}

extension XCTestRun {
  fileprivate var hasFailed: Bool { totalFailureCount > 0 }
  fileprivate var hasPassed: Bool { stopDate != nil && !hasFailed }
  /// Whether the test passed although one of its steps threw a skip.
  fileprivate var wentOn: Bool { hasPassed && !hasBeenSkipped }
}

extension [String] {
  /// The first ten, and the number of the others.
  fileprivate var listed: String {
    let distinct: [String] = reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    let others = distinct.count - 10
    return distinct.prefix(10).joined(separator: ", ") + (others > 0 ? " and \(others) more." : ".")
  }
}
