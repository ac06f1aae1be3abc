import Foundation
import TargetedAutoRetry

/// The test case or the suite that a program runs as.
protocol Host: TargetedAutoRetry, Sendable {
  var execution: Execution { get }

  /// Records an issue with its number, and with an error where that is asked for.
  func fail(_ number: Int, withError: Bool)
  func stop() throws
  func part(_ flakiness: Flakiness, _ tests: () throws -> Void) rethrows
  func part(_ flakiness: Flakiness, _ tests: () async throws -> Void) async rethrows
  func makeExpectation(isForgotten: Bool)
  /// Waits for an expectation that a block of the main queue fulfils, on the main thread.
  func waitForExpectation()
}

extension Host {
  /// Records an issue, and notes whose it is.
  func record(in place: Place?, withError: Bool = false) {
    let number = execution.notes.next()
    execution.notes.add(.records(number, in: place))
    fail(number, withError: withError)
  }

  /// What the hook of all steps does.
  func action(after attempt: FailedAttempt) -> RecoveryAction {
    guard let call = execution.call(named: attempt.actionDescription) else { return .retry }
    call.hasFailed.withLock { $0 = true }
    func holds(_ when: When) -> Bool { when.holds(run: call.around.runNumber, attempt: attempt.number) }
    // The hook is no part of an attempt of its step.
    if holds(call.step.hookFails) { record(in: call.around.place) }
    guard holds(call.step.aborts) else { return .retry }
    call.aborts(isReported: false)
    return .abort("it crashed")
  }

  /// What the evidence of all steps does.
  func evidence(of attempt: AttemptEvidence) {
    guard let call = execution.call(named: attempt.actionDescription) else { return }
    // It is no part of an attempt of its step.
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
      // XCTest takes no issue where no test runs.
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

/// An actor that records issues of whoever asks it to.
actor Recorder {
  static let shared = Recorder()

  func perform(_ body: () -> Void) { body() }
}

/// The attempts of one call, and what its closures are inside of.
final class Attempts: @unchecked Sendable {
  let call: Call
  /// Inside of the closures of an attempt.
  private(set) var around: Around
  let execution: Execution
  private var looks = 0
  /// Whether the main action of the attempt has begun.
  private var hasActed = false

  init(_ call: Call, _ execution: Execution) {
    self.call = call
    self.execution = execution
    around = call.around
    around.call = call
    around.attempt = 0
  }

  /// Reset steps are no part of an attempt of their step.
  var aroundReset: Around {
    var reset = call.around
    (reset.call, reset.attempt) = (call, around.attempt)
    return reset
  }

  /// The main action begins, and with it an attempt, unless a look before it did.
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

  /// A closure of the attempt is over; another may follow.
  func closeForNow() {
    if let place = around.place { execution.notes.add(.closes(place)) }
  }

  /// The condition is looked at.
  ///
  /// - Returns: Which look of its attempt that is, from 1; 0 for the one before the action.
  func look() -> Int {
    let isFirst = call.step.firstLook != nil && RetryAttempt.current?.number == around.attempt + 1
    if isFirst || around.attempt == 0 {
      beginAttempt()
      if isFirst { return 0 }
      looks += 1
      return looks
    }
    if call.step.firstLook != nil, !hasActed {
      // Polled before the action.
      if let place = around.place { execution.notes.add(.opens(place)) }
      return 0
    }
    if let place = around.place { execution.notes.add(.opens(place)) }
    looks += 1
    return looks
  }

  /// No closure of the attempt follows any more.
  func end() {
    if around.attempt > 0 { around.place?.end() }
  }

  /// What the condition does at a look; nil where it only answers.
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
  /// Notes how the call ended.
  ///
  /// - Parameter error: What it threw, if it did: its own error says that it is exhausted.
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
