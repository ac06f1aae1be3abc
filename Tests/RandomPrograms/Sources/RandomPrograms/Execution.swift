import Foundation

@testable import TargetedAutoRetry

/// The test case or the suite that a program runs as.
protocol Host: TargetedAutoRetry, Sendable {
  var execution: Execution { get }
  /// 0 in the first run of the test.
  var run: Int { get }

  func fail(withError: Bool)
  func stop() throws
  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows
  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows
  func makeExpectation(isForgotten: Bool)
}

/// What all runs of one program share.
final class Execution: Sendable {
  let program: Program
  /// How far the clock of the steps is ahead.
  private let ahead = Locked(Duration.zero)
  private let late = Locked<[LateIssue]>([])
  let steps: [String: Step]

  init(_ program: Program) {
    self.program = program
    steps = Dictionary(uniqueKeysWithValues: program.body.flatMap(\.steps).map { ($0.name, $0) })
  }

  func skipAnHour() { ahead.withLock { $0 += .seconds(3_600) } }

  /// The real world, but for the time, which nobody waits for.
  var environment: RetryEnvironment {
    let live = RetryEnvironment.current
    var steering = Steering()
    steering.failsOnRecovery = program.hasGate
    return RetryEnvironment(
      timekeeper: Timekeeper(
        origin: live.timekeeper.origin,
        now: { live.timekeeper.now() + self.ahead.withLock { $0 } },
        block: { _ in usleep(50) },
        sleep: { _ in await Task.yield() }
      ),
      sinks: [],
      steering: steering,
      recordFailure: live.recordFailure
    )
  }

  func add(_ issue: LateIssue) { late.withLock { $0.append(issue) } }

  /// The issues whose attempt, part or run is over.
  func dueIssues(_ isDue: (LateIssue) -> Bool = { $0.owner.isOver }) -> [LateIssue] {
    late.withLock { late in
      defer { late.removeAll(where: isDue) }
      return late.filter(isDue)
    }
  }
}

/// An attempt, a part or a run of the test, to know when it is over.
final class Owner: Sendable {
  private let over = Locked(false)

  var isOver: Bool { over.withLock { $0 } }

  func end() { over.withLock { $0 = true } }
}

/// A task that records an issue when it is told to.
struct LateIssue: Sendable {
  let owner: Owner
  private let isDue = Signal()
  private let isRecorded = Signal()

  init(of owner: Owner, _ record: @escaping @Sendable () -> Void) {
    self.owner = owner
    Task { [isDue, isRecorded] in
      await isDue.wait()
      record()
      isRecorded.send()
    }
  }

  func recordNow() {
    isDue.send()
    isRecorded.waitOnThread()
  }

  func recordNow() async {
    isDue.send()
    await isRecorded.wait()
  }
}

/// Something that happens once, and that tasks and threads may wait for.
final class Signal: Sendable {
  private struct State {
    var isSent = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func send() {
    let waiting = state.withLock { state in
      defer { (state.isSent, state.waiting) = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if !state.isSent { state.waiting.append(continuation) }
        return state.isSent
      }
      if isSent { continuation.resume() }
    }
  }

  func waitOnThread() {
    while !state.withLock({ $0.isSent }) { usleep(20) }
  }
}

struct Thrown: Error {}

extension Step {
  var name: String { "step \(id)" }

  var policy: RetryPolicy {
    let letsErrorsThrough = letsErrorsThrough
    return RetryPolicy(
      delay: lateCheck == nil ? .none : .constant(.milliseconds(1)),
      timeLimit: lateCheck?.takesTooLong == true ? .seconds(1_800) : nil,
      isRetryable: { _ in !letsErrorsThrough }
    )
  }
}

extension Statement {
  /// The steps in it.
  var steps: [Step] {
    switch self {
    case .step(let step):
      [step] + (step.body + (step.lateCheck?.body ?? []) + (step.reset ?? [])).flatMap(\.steps)
    case .flaky(_, let inside), .swallowing(let inside), .throwingAgain(let inside): inside.flatMap(\.steps)
    case .sideBySide(let children), .onThreads(let children): children.joined().flatMap(\.steps)
    default: []
    }
  }
}

extension Host {
  func action(after attempt: FailedAttempt) -> RecoveryAction {
    guard let step = execution.steps[attempt.actionDescription] else { return .retry }
    return step.aborts.holds(run: run, attempt: attempt.number) ? .abort("it crashed") : .retry
  }
}
