internal import Foundation
internal import XCTest

/// What steps need from outside: the clock, the sinks of events, the `AUTO_RETRY_` variables, and a way to fail a test.
final class Dependencies: Sendable {
  let timekeeper: Timekeeper
  let sinks: [any RetryEventSink]
  let showsParts: Bool
  let steering: Steering
  /// Problems of the `AUTO_RETRY_` variables, which fail the first test that uses this library.
  private let problems: [String]
  private let reportedProblems = Locked<Set<String>>([])
  /// Returns `false` if the author expects the failure.
  let recordFailure: @Sendable (TestIssue) -> Bool
  private let hints = Locked<Set<Hint>>([])
  let leavesNotices: Bool
  /// Returns whether the test report keeps the file.
  let attachToTest: @Sendable (AttachedFile, XCTestCase?, CallSite) -> Bool

  init(
    timekeeper: Timekeeper,
    sinks: [any RetryEventSink],
    steering: Steering = Steering(),
    problems: [String] = [],
    recordFailure: @escaping @Sendable (TestIssue) -> Bool,
    leavesNotices: Bool = false,
    attachToTest: @escaping @Sendable (AttachedFile, XCTestCase?, CallSite) -> Bool = { _, _, _ in true }
  ) {
    self.timekeeper = timekeeper
    self.sinks = sinks
    showsParts = sinks.contains(where: \.showsParts)
    self.steering = steering
    self.problems = problems
    self.recordFailure = recordFailure
    self.leavesNotices = leavesNotices
    self.attachToTest = attachToTest
  }

  static var current: Dependencies { StepEnvironment.current.dependencies ?? live }

  func emit(_ event: RetryEvent) { sinks.forEach { $0.receive(event) } }

  /// Runs the part inside the sinks that show it, for example inside an activity of XCTest.
  func emit(_ event: RetryEvent, during part: () -> Void) { emit(event, to: sinks[...], during: part) }

  private func emit(_ event: RetryEvent, to sinks: ArraySlice<any RetryEventSink>, during part: () -> Void) {
    guard let sink = sinks.first else { return part() }
    sink.receive(event) { emit(event, to: sinks.dropFirst(), during: part) }
  }

  func complain(at callSite: CallSite) {
    for problem in problems where reportedProblems.withLock({ $0.insert(problem).inserted }) {
      fail(problem, at: callSite)
    }
  }

  /// Records a misuse as a failure that no place and no `withKnownIssue` may keep.
  func fail(_ problem: String, at callSite: CallSite) {
    _ = recordFailure(.ofLibrary(problem, at: callSite, isUnconditional: true))
  }

  /// Emits each hint once per process.
  func hint(_ hint: Hint, _ event: (Hint) -> RetryEvent) {
    if hints.withLock({ $0.insert(hint).inserted }) { emit(event(hint)) }
  }

  func emitNotWithheld(_ issue: String, _ reason: NotWithheld, in test: @autoclosure () -> TestIdentity?) {
    if !sinks.isEmpty { emit(RetryEvent(.issueNotWithheld(issue, reason), ofTest: test())) }
  }

  /// Returns the path of the file; `nil` if no sink stores it.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? {
    sinks.compactMap { $0.store(file, of: attempt, in: step) }.first
  }

  func end(in step: StepID? = nil, isLast: Bool = false) { sinks.forEach { $0.end(in: step, isLast: isLast) } }

  static let live: Dependencies = {
    var variables = SteeringVariables(ProcessInfo.processInfo.environment)
    let level = LogLevel(&variables)
    let console = ConsoleLog(level: level, hasColors: StandardStream.showsColors)
    let log = level == .off ? nil : Features.makeLog(on: console)
    let feature = Features.makeSink(&variables)
    let steering = Steering(&variables)
    let summary = RunSummary(steering, feature?.command, isQuiet: level == .off) { TestRun.current?.testCase?.testRun }
    let isCounted = level != .off || steering.rehearsal != nil
    let sinks: [(any RetryEventSink)?] = [log, feature, isCounted ? summary : nil]
    ProcessEnd.watch()
    return Dependencies(
      timekeeper: .live,
      sinks: sinks.compactMap { $0 },
      steering: steering,
      problems: variables.problems,
      recordFailure: { $0.report() },
      leavesNotices: true,
      attachToTest: { $0.attach(to: $1, at: $2) }
    )
  }()
}
