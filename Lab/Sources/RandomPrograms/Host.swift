import Foundation
import TargetedAutoRetry

/// The test case or suite that runs a program.
protocol Host: TargetedAutoRetry, Sendable {
  var execution: Execution { get }

  /// Records an issue with its number, and with an error on request.
  func fail(_ number: Int, withError: Bool)
  func stop() throws
  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows
  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows
  func makeExpectation(isForgotten: Bool)
  /// Waits on the main thread for an expectation that a block of the main queue fulfils.
  func waitForExpectation()
}

extension Host {
  /// Records an issue, and notes its owner.
  func record(in place: Place?, withError: Bool = false) {
    let number = execution.notes.next()
    execution.notes.add(.records(number, in: place))
    fail(number, withError: withError)
  }

  /// The action of the hook of all steps.
  func action(after attempt: FailedAttempt) -> RecoveryAction {
    guard let call = execution.call(named: attempt.actionDescription) else { return .retry }
    call.hasFailed.withLock { $0 = true }
    func holds(_ when: When) -> Bool { when.holds(run: call.around.runNumber, attempt: attempt.number) }
    // The hook belongs to no attempt of its step.
    if holds(call.step.hookFails) { record(in: call.around.place) }
    guard holds(call.step.aborts) else { return .retry }
    call.aborts(isReported: false)
    return .abort("it crashed")
  }

  /// The evidence hook of all steps.
  func evidence(of attempt: AttemptEvidence) {
    guard let call = execution.call(named: attempt.actionDescription) else { return }
    // It belongs to no attempt of its step.
    let fails = call.step.evidenceFails.holds(run: call.around.runNumber, attempt: attempt.number)
    if fails { record(in: call.around.place) }
  }

  func record(from origin: Origin, in place: Place?, _ here: RetryScope?, then done: @escaping @Sendable () -> Void) {
    let block: @Sendable () -> Void = {
      if let here { here.perform { record(in: place) } } else { record(in: place) }
      done()
    }
    switch origin {
    case .thread: Thread.detachNewThread(block)
    case .globalQueue: DispatchQueue.global().async(execute: block)
    case .mainQueue: DispatchQueue.main.async(execute: block)
    case .detachedTask: Task.detached { block() }
    }
  }

  func enqueue(on queue: Queue, in place: Place?, _ here: RetryScope?) {
    execution.waitingBlocks.withLock { $0 += 1 }
    let block: @Sendable () -> Void = {
      execution.waitingBlocks.withLock { $0 -= 1 }
      // XCTest accepts no issue when no test runs.
      if execution.isOver { return }
      if let here { here.perform { record(in: place) } } else { record(in: place) }
    }
    switch queue {
    case .mainQueue: DispatchQueue.main.async(execute: block)
    case .runLoop: RunLoop.main.perform(block)
    case .timer: RunLoop.main.add(Timer(timeInterval: 0, repeats: false) { _ in block() }, forMode: .default)
    case .mainActorTask: Task { @MainActor in block() }
    }
  }

  /// Runs all blocks that wait for the run loop of the main thread.
  func spin() {
    for _ in 0..<1_000 where execution.waitingBlocks.withLock({ $0 > 0 }) {
      _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.000_1))
    }
  }
}

/// An actor that records issues for its callers.
actor Recorder {
  static let shared = Recorder()

  func perform(_ body: () -> Void) { body() }
}

/// The attempts of one call, and the places of its closures.
final class Attempts: @unchecked Sendable {
  let call: Call
  /// The place of the closures of an attempt.
  private(set) var around: Around
  let execution: Execution
  private var looks = 0
  /// True if the main action of the attempt has begun.
  private var hasActed = false

  init(_ call: Call, _ execution: Execution) {
    self.call = call
    self.execution = execution
    around = call.around
    around.call = call
    around.attempt = 0
  }

  /// Reset steps belong to no attempt of their step.
  var aroundReset: Around {
    var reset = call.around
    (reset.call, reset.attempt) = (call, around.attempt)
    return reset
  }

  /// Begins the main action, and with it an attempt, unless a first look did.
  func begin() {
    if call.step.firstLook != nil, !hasActed, let place = around.place, around.attempt > 0 {
      execution.notes.add(.opens(place))
    } else {
      beginAttempt()
    }
    hasActed = true
  }

  private func beginAttempt() {
    end()
    looks = 0
    hasActed = false
    around.attempt += 1
    around.place = execution.open(Place(.attempt(of: call), in: call.around.place))
  }

  /// Ends a closure of the attempt; another may follow.
  func closeForNow() {
    if let place = around.place { execution.notes.add(.closes(place)) }
  }

  /// Notes a look at the condition.
  ///
  /// - Returns: The number of the look in its attempt, from 1. 0 for the one before the action.
  func look() -> Int {
    let isFirst = call.step.firstLook != nil && RetryAttempt.current?.number == around.attempt + 1
    if isFirst || around.attempt == 0 {
      beginAttempt()
      if isFirst { return 0 }
      looks += 1
      return looks
    }
    if call.step.firstLook != nil, !hasActed {
      // It is polled before the action.
      if let place = around.place { execution.notes.add(.opens(place)) }
      return 0
    }
    if let place = around.place { execution.notes.add(.opens(place)) }
    looks += 1
    return looks
  }

  /// Ends the attempt after its last closure.
  func end() {
    if around.attempt > 0 { around.place?.end() }
  }

  /// The extra behaviour of the condition at a look; nil if it only returns its value.
  func more(at look: Int) -> Look? {
    let looks = call.step.moreLooks
    return look == 1 || looks.isEmpty ? nil : looks[min(look - 2, looks.count - 1)]
  }

  var firstAnswer: Bool { !holds(call.step.fails) }

  func holds(_ when: When) -> Bool { when.holds(run: call.around.runNumber, attempt: around.attempt) }

  func note(_ isTrue: Bool) -> Bool {
    execution.notes.add(.looks(call, isTrue: isTrue))
    return isTrue
  }
}

extension Step {
  var policy: RetryPolicy {
    let letsErrorsThrough = letsErrorsThrough
    return RetryPolicy(
      delay: hasDelay ? .constant(.seconds(1)) : .zero,
      conditionTimeout: .seconds(conditionSeconds),
      pollingInterval: .seconds(1),
      looksFirst: firstLook != nil,
      timeLimit: hasTimeLimit ? .seconds(1_800) : nil,
      isRetryable: { _ in !letsErrorsThrough }
    )
  }
}

extension Flaky {
  var flakiness: Flakiness {
    .notFixable(reason: "r", maxRetryCount: reruns, expires: isExpired ? "2001-01-01" : nil)
  }
}

extension Attempts {
  /// Notes the end of the call.
  ///
  /// - Parameter error: The error that it threw, if any. The call's own error means that it is exhausted.
  func note(_ end: CallEnd, _ error: (any Error)?) {
    self.end()
    let isOwnError = error.flatMap(execution.number) == call.number
    execution.end(call, isOwnError ? .exhausted(isCancelled: Task.isCancelled) : end)
  }
}

extension Attempts {
  func noteStop(_ body: () throws -> Void) throws {
    do { try body() } catch { throw noteStop(error) }
  }

  /// Notes an error that ends the step.
  func noteStop(_ error: any Error) -> any Error {
    let isFinal = execution.number(of: error) == nil || call.step.letsErrorsThrough
    if isFinal { execution.notes.add(.isStopped(call)) }
    return error
  }
}
