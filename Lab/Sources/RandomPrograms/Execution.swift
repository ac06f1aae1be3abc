import Foundation

@testable import TargetedAutoRetry

/// The state that all runs of one program share.
final class Execution: Sendable {
  let program: Program
  let notes = Notes()
  /// The clock of the steps, which takes no real time.
  private let clock = Guarded(Duration.zero)
  private let late = Guarded<[LateTask]>([])
  private let calls = Guarded<[String: Call]>([:])
  private let runs = Guarded(0)
  /// The number of blocks that wait for the run loop of the main thread.
  let waitingBlocks = Guarded(0)
  private let over = Guarded(false)
  private let unwaited = Guarded<Place?>(nil)

  init(_ program: Program) {
    self.program = program
  }

  /// True after the end of the test; XCTest accepts no issue then.
  var isOver: Bool { over.withLock { $0 } }

  func end() {
    over.withLock { $0 = true }
    if let run = unwaited.withLock({ $0 }) { notes.add(.records(0, in: run)) }
  }

  /// Notes that an error has ended the run, so that its expectations are not awaited.
  func leavesExpectations(_ run: Place) { unwaited.withLock { $0 = run } }

  /// Begins a run of the test.
  func beginRun(of scope: Scope) -> Around {
    unwaited.withLock { $0 = nil }
    let run = open(Place(.run(of: scope), in: scope.around))
    let number = runs.withLock { runs in
      defer { runs += 1 }
      return runs
    }
    return Around(place: run, run: run, runNumber: number)
  }

  func open(_ place: Place) -> Place {
    notes.add(.opens(place))
    return place
  }

  func close(_ place: Place) {
    notes.add(.closes(place))
    place.end()
  }

  func beginCall(of step: Step, _ around: Around) -> Call {
    let call = Call(notes.next(), step, in: around)
    calls.withLock { $0[call.name] = call }
    notes.add(.callBegins(call))
    return call
  }

  /// The call that the hook was called for.
  func call(named name: String) -> Call? { calls.withLock { $0[name] } }

  func end(_ call: Call, _ end: CallEnd) {
    notes.add(.callEnds(call, end))
    let isSuccess = end.isSuccess(of: call.step)
    let abort = call.end()
    // The failure of a step is an issue of the place around it. A step that returns a value leaves its failure to the
    // caller.
    let isReported = isSuccess || call.step.isValue ? false : !abort.isReported || end.failsTest(of: call.step, abort)
    if isReported { notes.add(.records(call.number, in: call.around.place)) }
    // A step that outlives an attempt cannot end it.
    let isLate = call.around.place.map { $0.isAttempt(of: call.around.call) && $0.isOver } ?? false
    if abort.isSaid, !isLate { call.around.call?.aborts(isReported: abort.isReported || isReported) }
    if isSuccess, program.hasGate, call.hasFailed.withLock({ $0 }) { notes.add(.gates(call.number)) }
  }

  /// Notes the end of the function of a run.
  ///
  /// - Parameter error: The error that it threw, if any.
  func end(_ run: Place, _ error: (any Error)?) {
    if let number = error.flatMap(number) {
      notes.add(.runEnds(run, .threw(number)))
    } else {
      // For XCTest a cancellation is an ordinary error, which has no number here.
      if error is CancellationError, program.framework == .xctest { notes.add(.records(0, in: nil)) }
      notes.add(.runEnds(run, error == nil ? .returned : .stopped))
    }
  }

  /// The number of an error; nil for a skip and for a cancellation.
  func number(of error: any Error) -> Int? {
    if let exhausted = error as? RetryExhausted { return Notes.number(in: exhausted.actionDescription) }
    return (error as? Thrown)?.number
  }

  func anHourPasses() { clock.withLock { $0 += .seconds(3_600) } }

  /// The real world, except for the time.
  private var world: World {
    let live = World.current
    var steering = Steering()
    steering.failsOnRecovery = program.hasGate
    return World(
      timekeeper: Timekeeper(
        origin: live.timekeeper.origin,
        now: { self.clock.withLock { $0 } },
        block: { duration in
          self.clock.withLock { $0 += duration }
          usleep(20)
        },
        sleep: { duration in
          self.clock.withLock { $0 += duration }
          await Task.yield()
        }
      ),
      sinks: [],
      steering: steering,
      recordFailure: live.recordFailure
    )
  }

  func withFakeTime<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Surroundings.$current.withValue(.with(world: world), operation: body)
  }

  func withFakeTime<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Surroundings.$current.withValue(.with(world: world), operation: body, isolation: isolation)
  }

  func add(_ task: LateTask) { late.withLock { $0.append(task) } }

  /// The tasks whose attempt, flaky scope or run is over.
  func dueTasks(_ isDue: (LateTask) -> Bool = { $0.place.isOver }) -> [LateTask] {
    late.withLock { late in
      defer { late.removeAll(where: isDue) }
      return late.filter(isDue)
    }
  }
}

extension CallEnd {
  fileprivate func failsTest(of step: Step, _ abort: Call.Abort) -> Bool {
    switch self {
    // An inner step has reported the abort, or the task was cancelled, which is not a failure of a step.
    case .returned(_, let isCancelled): step.failsTest && !isCancelled && !abort.isSaid
    case .value, .exhausted, .threw: false
    }
  }
}

/// The place of the running statement, passed from statement to statement: the library is never queried for it.
struct Around: Sendable {
  /// The owner of an issue that is recorded here; nil if it cannot be known.
  var place: Place?
  var run: Place
  /// 0 in the first run of the test.
  var runNumber = 0
  /// The number of the attempt of the innermost step.
  var attempt = 1
  /// The innermost step, its reset steps included.
  var call: Call?

  var isInAttempt: Bool { place?.isAttempt == true }
}

struct Thrown: Error, CustomStringConvertible {
  let number: Int

  var description: String { "an error \(Notes.mark(number))" }
}
