import Foundation
import XCTest

@testable import TargetedAutoRetry

/// The state that all runs of one program share.
final class Execution: Sendable {
  let program: Program
  let notes = Notes()
  /// The clock of the steps, which takes no real time.
  private let clock = Locked(Duration.zero)
  private let late = Locked<[LateTask]>([])
  private let calls = Locked<[String: Call]>([:])
  private let runs = Locked(0)
  private let lastRun = Locked<Place?>(nil)
  /// The number of blocks that wait for the run loop of the main thread.
  let waitingBlocks = Locked(0)
  /// Those of them that carry an attempt.
  let carriedBlocks = Locked(0)
  /// True after the end of the test; XCTest accepts no issue then.
  let isOver = Locked(false)
  /// The place of the code that spins the run loop of the main thread: what runs there belongs to it.
  let spinning = Locked<Place?>(nil)
  private let bugs = Locked<Set<Int>>([])
  /// The lines of steps, by the numbers of the errors that ended them, and the run.
  private let lines = Locked<[Int: (line: Int, run: Place?)]>([:])
  private let kept = Locked<(any Error)?>(nil)
  private let log = ConsoleLog(level: .steps, write: { _ in })

  init(_ program: Program) {
    self.program = program
  }

  /// Begins a run of the test.
  func beginRun() -> Around {
    let run = open(Place(.run(program.trait), in: nil))
    lastRun.withLock { $0 = run }
    let number = runs.withLock { runs in
      runs += 1
      return runs
    }
    return Around(place: run, run: run, runNumber: number - 1)
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
    // caller, unless a step inside has failed.
    let isUsedUp = end.isUsedUp(abort) && Truth(notes.facts, program.framework).hasInnerFailure(call, notes.facts)
    let isFromStep = call.step.isValue ? false : !abort.isReported || end.failsTest(of: call.step, abort)
    let isReported = !isSuccess && (isFromStep || isUsedUp)
    if isReported { notes.add(.records(call.number, in: call.around.place, at: nil)) }
    // A step that outlives an attempt cannot end it.
    let attempt = call.around.place?.attemptOrRun
    let isLate = attempt?.isAttempt(of: call.around.call) == true && attempt?.isOver == true
    // The author's known issue takes the failure, and a step around has its own.
    let isInResult = (abort.isReported || isReported) && call.around.place?.isKnownInAttempt != true
    if abort.isSaid, !isLate { call.around.call?.aborts(isReported: isInResult) }
    if isSuccess, program.hasGate, call.hasFailed.isTrue { notes.add(.gates(call.number, in: call.around.place)) }
  }

  /// Notes the end of the function of a run, and rethrows its error, unless that stands for a return.
  func end(_ run: Place, _ result: Result<Void, any Error>) throws {
    var error: (any Error)?
    if case .failure(let thrown) = result, !(thrown is EarlyExit) { error = thrown }
    // For XCTest a cancellation is an ordinary error.
    let isCancelled = program.framework == .swiftTesting && Task.isCancelled
    // An error that has left a flaky scope is an issue of the scope.
    let isDropped = error is XCTSkip || (error?.meansCancellation == true && isCancelled)
    let end = RunEnd(
      error: isDropped || error?.endsRun == true || error?.isRequirement == true
        ? nil : error.map { number(of: $0) ?? 0 },
      isStopped: isDropped || isCancelled,
      meansStop: error?.meansStop ?? false
    )
    notes.add(.runEnds(run, end))
    if let error { throw error }
  }

  /// An error to throw.
  func error(_ kind: ErrorKind) -> any Error {
    switch kind {
    case .fresh: return Thrown(number: notes.next())
    case .containingCancellation: return Thrown(number: notes.next(), contents: CancellationError())
    case .containingSkip: return Thrown(number: notes.next(), contents: XCTSkip("not here"))
    case .cancellation: return Abandoned(number: notes.next())
    case .requirement: preconditionFailure("an assertion throws it")
    case .kept: return kept.withLock { $0 } ?? error(.fresh)
    }
  }

  /// The number of an error; `nil` for a skip and for a cancellation.
  func number(of error: any Error) -> Int? {
    if let exhausted = error as? RetryExhausted { return Notes.number(in: exhausted.actionDescription) }
    // The error of a flaky scope stands for the original one, except at the end of its own run.
    if let ended = error as? RunEnded { return ended.endsRun ? nil : number(of: ended.error) }
    return (error as? Thrown)?.number ?? (error as? Abandoned)?.number
  }

  /// Keeps an error that the code has swallowed, unless it means stop, or stands for an issue or for a step, whose failure
  /// would then be named twice.
  func keep(_ error: any Error) {
    let original = (error as? RunEnded)?.error ?? error
    if original.isSkip || original.isCancellation || original.isRequirement || original is EarlyExit { return }
    if original is RetryExhausted { return }
    kept.withLock { $0 = error }
  }

  /// The line of an error in XCTest; `nil` for that of what it has left.
  func line(of error: any Error) -> Int? {
    if program.framework != .xctest { return nil }
    if let exhausted = error as? RetryExhausted { return Int(exhausted.line) }
    return number(of: error).flatMap { number in
      lines.withLock { $0[number] }.flatMap { $0.run === lastRun.withLock { $0 } ? $0.line : nil }
    }
  }

  /// An error that ends steps has the line of the outermost one.
  func noteLine(of error: any Error, leaving step: Step) {
    if let number = number(of: error) { lines.withLock { $0[number] = (step.id, lastRun.withLock { $0 }) } }
  }

  /// Notes an issue.
  ///
  /// - Returns: Its number.
  func record(in place: Place?, at line: Int?, isBug: Bool = false, isForeign: Bool = false) -> Int {
    let number = notes.next()
    if isBug { bugs.withLock { _ = $0.insert(number) } }
    notes.add(.records(number, in: place, at: line, isBug: isBug, isForeign: isForeign))
    return number
  }

  /// Notes a failure that is in the result.
  func hears(_ message: String) {
    notes.add(.hears(Notes.number(in: message)))
    for inner in Notes.inner(in: message) { notes.add(.names(inner)) }
  }

  /// Notes a failure that the known issue of an author may match.
  ///
  /// - Returns: Whether it matches.
  func pays(_ message: String, bugsOnly: Bool) -> Bool {
    let number = Notes.number(in: message)
    let matches = !bugsOnly || bugs.withLock { $0.contains(number) }
    if matches { for number in Notes.inner(in: message).union([number]) { notes.add(.pays(number)) } }
    return matches
  }

  func anHourPasses() {
    clock.withLock { $0 += .seconds(3_600) }
  }

  static let pause = Duration.microseconds(100)

  func pause() { Thread.sleep(forTimeInterval: Self.pause / .seconds(1)) }

  /// The real dependencies, except for the time.
  private var dependencies: Dependencies {
    let live = Dependencies.current
    var steering = Steering()
    steering.failsOnRecovery = program.hasGate
    return Dependencies(
      timekeeper: timekeeper,
      sinks: program.hasLog ? [log] : [],
      steering: steering,
      recordFailure: live.recordFailure,
      leavesNotices: true
    )
  }

  private var timekeeper: Timekeeper {
    Timekeeper(
      origin: Timekeeper.live.origin,
      now: { self.clock.withLock { $0 } },
      block: { duration in
        self.clock.withLock { $0 += duration }
        if Thread.isMainThread { self.spinRunLoopOnce() } else { usleep(20) }
      },
      sleep: { duration in
        self.clock.withLock { $0 += duration }
        await Task.yield()
      },
      // No limit ends what runs: the hours pass at once.
      setAlarm: { _, _ in {} }
    )
  }

  /// What the run loop runs while a step waits belongs to the test.
  ///
  /// The notes cannot tell whether the attempt that a block carries is still open then.
  private func spinRunLoopOnce() {
    guard carriedBlocks.withLock({ $0 == 0 }) else { return }
    let around = spinning.withLock { spinning in
      defer { spinning = lastRun.withLock { $0 } }
      return spinning
    }
    defer { spinning.withLock { $0 = around } }
    _ = RunLoop.main.run(mode: .default, before: Date())
  }

  func withFakeTime<Value>(_ body: () throws -> Value) rethrows -> Value {
    try StepEnvironment.$current.withValue(StepEnvironment(in: .current, dependencies: dependencies), operation: body)
  }

  func withFakeTime<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await StepEnvironment.$current.withValue(
      StepEnvironment(in: .current, dependencies: dependencies),
      operation: body,
      isolation: isolation
    )
  }

  func add(_ task: LateTask) { late.withLock { $0.append(task) } }

  /// The tasks whose attempt, flaky scope or run has ended.
  func dueTasks(_ isDue: (LateTask) -> Bool = { $0.place.isOver }) -> [LateTask] {
    late.withLock { late in
      defer { late.removeAll(where: isDue) }
      return late.filter(isDue)
    }
  }
}

extension CallEnd {
  /// Whether the step was neither told to stop nor canceled.
  fileprivate func isUsedUp(_ abort: Call.Abort) -> Bool {
    if case .threw = kind { false } else { !isCancelled && !abort.isSaid }
  }

  fileprivate func failsTest(of step: Step, _ abort: Call.Abort) -> Bool {
    // An inner step has reported the abort, or the task was canceled, which is not a failure of a step.
    if case .returned = kind { step.failsTest && !isCancelled && !abort.isSaid } else { false }
  }
}

/// The place of the running statement, passed from statement to statement: the library is never queried for it.
struct Around: Sendable {
  /// The owner of an issue that is recorded here; `nil` if it cannot be known.
  var place: Place?
  var run: Place
  /// 0 in the first run of the test.
  var runNumber = 0
  /// The number of the attempt of the innermost step.
  var attempt = 1
  /// The innermost step, its reset steps included.
  var call: Call?
  /// The scope of the test, taken outside steps and flaky scopes.
  var scope: RetryScope?

  func holds(_ when: When) -> Bool { when.holds(run: runNumber, attempt: attempt) }

  func with(_ change: (inout Around) -> Void) -> Around {
    var around = self
    change(&around)
    return around
  }

  /// The environment of code with the scope of the test.
  var ofTest: Around { with { ($0.place, $0.call) = (run, nil) } }

  /// The same environment, with the current scope for that of the test.
  var withScope: Around { with { $0.scope = .current } }
}

struct Thrown: Error, CustomStringConvertible {
  let number: Int
  var contents: (any Error)?

  var description: String { "an error \(Notes.mark(number))" }
}

/// The cancellation of a client, for which no task of the test needs to be canceled.
struct Abandoned: CustomNSError, CustomStringConvertible {
  let number: Int

  var description: String { "a cancellation \(Notes.mark(number))" }
  var errorUserInfo: [String: Any] { [NSUnderlyingErrorKey: CancellationError()] }
}

extension Error {
  /// Whether it is that of a failed `#require` or `XCTUnwrap`.
  var isRequirement: Bool {
    ["ExpectationFailedError", "XCTestErrorWhileUnwrappingOptional"].contains("\(type(of: self as any Error))")
  }

  var meansCancellation: Bool { (self as any Error) is CancellationError || (self as any Error) is Abandoned }

  /// Whether it is the error of a flaky scope in its own run.
  var endsRun: Bool {
    guard let run = (self as? RunEnded)?.run else { return false }
    // A plain thread has no environment.
    return run === (StepEnvironment.current.run ?? .current)
  }

  /// True for a skip, and for a cancellation in a canceled task, but not for an error that contains one: nothing is run
  /// again.
  var meansStop: Bool { (self as any Error) is XCTSkip || (meansCancellation && Task.isCancelled) }

  /// The same for a step: a synchronous one ignores cancellation, and an asynchronous one ends with any error in a canceled
  /// task.
  func meansStop(in step: Step) -> Bool { (self as any Error) is XCTSkip || (step.isAsync && Task.isCancelled) }
}
