internal import Foundation
internal import XCTest

/// What applies to the current code, in one task-local value, because looking up a value that is not set is expensive.
final class StepEnvironment: Sendable {
  /// The dependencies of a test of this library; `nil` for the real ones.
  let dependencies: Dependencies?
  /// The policies of the enclosing `withRetryPolicy` scopes, the innermost first.
  let policies: [RetryPolicy]
  /// The scope of the innermost attempt.
  let scope: AttemptScope?
  /// The innermost place that is not an attempt.
  let place: (any IssuePlace)?
  /// The run of a test around the code: in XCTest if its class announced it, in Swift Testing if a trait did.
  let run: TestRun?
  /// The outermost caller that a helper passed in; the steps inside report their failures there.
  let caller: CallSite?
  /// Steps inside a hook call no hook, because that might never end.
  let isInHook: Bool
  /// Its hook is called if the step's object declares none; used only on the thread or the actor of the step.
  nonisolated(unsafe) private let hookObject: (any TargetedAutoRetry)?
  /// Whether a ``RetryScope`` was carried here, so that the code is known to belong to this environment.
  let isCarried: Bool

  @TaskLocal static var current = StepEnvironment()

  init(
    in outer: StepEnvironment? = nil,
    dependencies: Dependencies? = nil,
    policies: [RetryPolicy]? = nil,
    scope: AttemptScope? = nil,
    place: (any IssuePlace)? = nil,
    run: TestRun? = nil,
    caller: CallSite? = nil,
    isInHook: Bool = false,
    hookObject: (any TargetedAutoRetry)? = nil,
    isCarried: Bool = false
  ) {
    self.dependencies = dependencies ?? outer?.dependencies
    self.policies = policies ?? outer?.policies ?? []
    self.scope = scope ?? outer?.scope
    self.place = place ?? outer?.place
    self.run = run ?? outer?.run
    self.caller = caller ?? outer?.caller
    self.isInHook = isInHook || outer?.isInHook ?? false
    self.hookObject = isInHook ? hookObject : outer?.hookObject
    self.isCarried = isCarried || outer?.isCarried ?? false
  }

  /// For code that belongs neither to a step nor to what its author set around it.
  var ofNoStep: StepEnvironment { StepEnvironment(dependencies: dependencies) }

  /// A scope that was taken on a thread of which nothing is known carries nothing.
  var carried: StepEnvironment { StepEnvironment(in: self, isCarried: run != nil || !isOutside) }

  /// Whether the code belongs to a test of Swift Testing; `nil` if neither a step nor a run tells.
  var isOfSwiftTesting: Bool? { scope?.step.isInSwiftTesting ?? run.map { $0.testCase == nil } }

  var isCarriedInSwiftTesting: Bool { isCarried && isOfSwiftTesting == true }

  /// Whether the code belongs to no place, even if it is carried.
  var isOutside: Bool { scope == nil && place == nil }

  /// What applies inside a test of XCTest: what its author set around it, but no attempt and no other place.
  func inside(_ run: TestRun) -> StepEnvironment {
    StepEnvironment(dependencies: dependencies, policies: policies, run: run, caller: caller)
  }

  /// What its author set around a test that begins here.
  static func around(_ testCase: XCTestCase?) -> StepEnvironment {
    if let run = current.run { return run.outside }
    guard let testCase, let scope = current.scope, !scope.step.mayEnclose(ObjectIdentifier(testCase)) else {
      return current
    }
    // On Apple platforms a failed assertion may have unwound past Swift frames and left its environment behind.
    return StepEnvironment(dependencies: current.dependencies)
  }

  static func with(place: any IssuePlace) -> StepEnvironment { StepEnvironment(in: current, place: place) }

  static func with(policy: RetryPolicy) -> StepEnvironment {
    StepEnvironment(in: current, policies: [policy] + current.policies)
  }

  static func with(caller: CallSite) -> StepEnvironment {
    StepEnvironment(in: current, caller: current.caller ?? caller)
  }

  func insideHook(handingOnTo object: (any TargetedAutoRetry)?) -> StepEnvironment {
    StepEnvironment(in: self, isInHook: true, hookObject: object)
  }

  /// Hands the hook on only once, because this object may not declare it either.
  @discardableResult
  fileprivate static func handingHookOn<Answer>(_ hook: (any TargetedAutoRetry) -> Answer) -> Answer? {
    guard let object = current.hookObject else { return nil }
    return $current.withValue(current.insideHook(handingOnTo: nil)) { hook(object) }
  }
}

// If the step's object does not declare a hook, not even with the label that many write, that of the test is called.
extension TargetedAutoRetry {
  public func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { recoveryAction(for: attempt) }

  public func collectEvidence(of attempt: AttemptEvidence) { collectEvidence(for: attempt) }

  @_documentation(visibility: internal)
  public func collectEvidence(of attempt: FailedAttempt) {
    StepEnvironment.handingHookOn { $0.collectEvidence(of: attempt) }
  }

  @_documentation(visibility: internal)
  public func collectEvidence(for attempt: AttemptEvidence) {
    StepEnvironment.handingHookOn { $0.collectEvidence(of: attempt) }
  }

  @_documentation(visibility: internal)
  public func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction {
    StepEnvironment.handingHookOn { $0.recoveryAction(after: attempt) } ?? .retry
  }
}

/// The state that nested steps share.
struct Nest: Sendable {
  /// The object of the outermost step, if it may stand for the test; `nil` once that step has finished.
  nonisolated(unsafe) var object: AnyObject?
  var identity: TestIdentity?
}

/// What steps need from outside: the clock, the sinks of events, the `AUTO_RETRY_` variables, and a way to fail a test.
final class Dependencies: Sendable {
  let timekeeper: Timekeeper
  let sinks: [any RetryEventSink]
  let showsParts: Bool
  let steering: Steering
  /// Problems of the `AUTO_RETRY_` variables, which fail the test of the first step or flaky scope.
  private let problems: [String]
  private let reportedProblems = Locked<Set<String>>([])
  /// Returns `false` if the author expects the failure.
  let recordFailure: @Sendable (TestIssue) -> Bool
  private let hints = Locked<Set<Hint>>([])
  private let lastType = Locked<ObjectIdentifier?>(nil)
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

  /// Whether a type differs from that of the last call.
  ///
  /// Asking the type of each step for two policies would add 2 % to the cost of two retries.
  func differsFromLast(_ type: Any.Type) -> Bool {
    lastType.withLock { last in
      defer { last = ObjectIdentifier(type) }
      return last != ObjectIdentifier(type)
    }
  }

  /// Emits each hint once per process.
  func hint(_ hint: Hint, _ event: @autoclosure () -> RetryEvent) {
    if hints.withLock({ $0.insert(hint).inserted }) { emit(event()) }
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
    let console = ConsoleLog(level: level, hasColors: \.showsColors)
    let log = level == .off ? nil : Features.makeLog(on: console)
    let feature = Features.makeSink(&variables)
    let steering = Steering(&variables)
    let variablesAtStart = variables
    let summary = RunSummary(
      steering: steering,
      recordsCommand: { feature?.command },
      isQuiet: level == .off,
      changedVariables: { variablesAtStart.changedNames(in: ProcessInfo.processInfo.environment) },
      currentRun: { TestRun.current?.testCase?.testRun }
    )
    let isCounted = level != .off || steering.rehearsal != nil
    let sinks: [(any RetryEventSink)?] = [log, feature, isCounted ? summary : nil]
    ProcessEnd.prepare()
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
