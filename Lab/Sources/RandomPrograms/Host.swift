import Foundation

@testable import TargetedAutoRetry

/// The test case or suite that runs a program.
protocol Host: TargetedAutoRetry, Sendable {
  var execution: Execution { get }

  /// Records an issue with its number.
  func fail(_ number: Int, at line: Int)
  /// Records an issue with its number by an assertion that throws.
  func require(_ number: Int, at line: Int) throws
  func stop() throws
}

extension Host {
  /// Records an issue, and notes its owner.
  func record(in place: Place?, at line: Int, isBug: Bool = false, isForeign: Bool = false) {
    fail(execution.record(in: place, at: line, isBug: isBug, isForeign: isForeign), at: line)
  }

  /// The action of the hook of all steps.
  func action(after attempt: FailedAttempt) -> RecoveryAction {
    guard let call = execution.call(named: attempt.actionDescription) else { return .retry }
    call.hasFailed.setTrue()
    func holds(_ when: When) -> Bool { when.holds(run: call.around.runNumber, attempt: attempt.number) }
    // The hook does not belong to any attempt of its step.
    if holds(call.step.hookFails) { record(in: call.around.place, at: call.step.lineOfHook) }
    guard holds(call.step.aborts) else { return .retry }
    call.aborts(isReported: false)
    return .abort("it crashed")
  }

  private func record(in place: Place?, at line: Int, carrying here: RetryScope?) {
    if let here {
      here.perform { record(in: place, at: line, isForeign: true) }
    } else {
      record(in: place, at: line, isForeign: true)
    }
  }

  func record(
    from origin: Origin,
    in place: Place?,
    at line: Int,
    _ here: RetryScope?,
    then done: @escaping @Sendable () -> Void
  ) {
    let block: @Sendable () -> Void = {
      record(in: place, at: line, carrying: here)
      done()
    }
    switch origin {
    case .thread: Thread.detachNewThread(block)
    case .globalQueue: DispatchQueue.global().async(execute: block)
    case .mainQueue: DispatchQueue.main.async(execute: block)
    case .detachedTask: Task.detached { block() }
    }
  }

  func enqueue(on queue: Queue, in place: Place?, at line: Int, _ here: RetryScope?) {
    execution.waitingBlocks.withLock { $0 += 1 }
    let isKnown = here != nil || queue == .mainActorTask
    if isKnown { execution.carriedBlocks.withLock { $0 += 1 } }
    let block: @Sendable () -> Void = {
      execution.waitingBlocks.withLock { $0 -= 1 }
      if isKnown { execution.carriedBlocks.withLock { $0 -= 1 } }
      // XCTest accepts no issue when no test runs.
      if execution.isOver.isTrue { return }
      record(in: isKnown ? place : execution.spinning.withLock { $0 }, at: line, carrying: here)
    }
    switch queue {
    case .mainQueue: DispatchQueue.main.async(execute: block)
    case .mainActorTask: Task { @MainActor in block() }
    }
  }

  /// Runs all blocks that wait for the run loop of the main thread.
  func spin(in place: Place?) {
    execution.spinning.withLock { $0 = place }
    defer { execution.spinning.withLock { $0 = nil } }
    for _ in 0..<1_000 where execution.waitingBlocks.withLock({ $0 > 0 }) {
      _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.000_1))
    }
  }
}

/// The attempts of one call, and the places of its closures.
final class Attempts: @unchecked Sendable {
  let call: Call
  /// The place of the closures of an attempt.
  private(set) var around: Around
  /// Whether the attempt has ended by an assertion that throws, which is retried like any other.
  private var endsByRequirement = false
  let execution: Execution
  private var checks = 0
  /// Whether the main action of the attempt has begun.
  private var hasActed = false

  init(_ call: Call, _ execution: Execution) {
    self.call = call
    self.execution = execution
    around = call.around
    around.call = call
    around.attempt = 0
  }

  /// Reset steps do not belong to any attempt of their step.
  fileprivate var aroundReset: Around { call.around.with { ($0.call, $0.attempt) = (call, around.attempt) } }

  func beginReset() -> Around {
    endsByRequirement = false
    return aroundReset
  }

  /// Begins the main action, and with it an attempt, unless a first check did; an attempt after a fault has none.
  func begin() {
    let hasChecked = call.step.firstCheck != nil && !hasActed && RetryAttempt.current?.number == around.attempt
    if hasChecked, let place = around.place {
      execution.notes.add(.opens(place))
    } else {
      beginAttempt()
    }
    hasActed = true
  }

  private func beginAttempt() {
    end()
    checks = 0
    (hasActed, endsByRequirement) = (false, false)
    around.attempt += 1
    around.place = execution.open(Place(.attempt(of: call), in: call.around.place))
  }

  /// Ends a closure of the attempt; another may follow.
  func closeForNow() {
    if let place = around.place { execution.notes.add(.closes(place)) }
  }

  /// Notes a check of the condition.
  ///
  /// - Returns: Its behavior; `nil` if it only returns the value of the first check after the action.
  func check() -> ConditionCheck? {
    let step = call.step
    let isFirst = step.firstCheck != nil && RetryAttempt.current?.number == around.attempt + 1
    if isFirst || around.attempt == 0 {
      beginAttempt()
    } else if let place = around.place {
      execution.notes.add(.opens(place))
    }
    // It may be polled before the action.
    if let first = step.firstCheck, !hasActed { return first }
    checks += 1
    return checks == 1 || step.laterChecks.isEmpty ? nil : step.laterChecks[min(checks, step.laterChecks.count + 1) - 2]
  }

  /// Ends the attempt after its last closure.
  func end() {
    if around.attempt > 0 { around.place?.end() }
  }

  var firstAnswer: Bool { !holds(call.step.fails) }

  func holds(_ when: When) -> Bool { when.holds(run: call.around.runNumber, attempt: around.attempt) }

  func note(_ isTrue: Bool) -> Bool {
    execution.notes.add(.checks(call, isTrue: isTrue))
    if execution.program.hasLog { noted(isTrue, as: "check") }
    return isTrue
  }
}

extension Host {
  func policy(of attempts: Attempts) -> RetryPolicy {
    let step = attempts.call.step
    return RetryPolicy(
      delay: step.hasDelay ? .constant(.seconds(1)) : .zero,
      conditionTimeout: .seconds(step.conditionSeconds),
      pollingInterval: .seconds(1),
      checksFirst: step.firstCheck != nil,
      timeLimit: step.hasTimeLimit ? .seconds(1_800) : nil,
      isRetryable: { error in
        if error.isRequirement { execution.notes.add(.isAskedAboutRequirement(attempts.call)) }
        // It does not belong to any attempt of its step.
        try? run(step.asks, attempts.aroundReset)
        return !step.letsErrorsThrough
      }
    )
  }
}

extension Flaky {
  var flakiness: Flakiness {
    .notFixable(reason: isInvalid ? "" : "r", maxRetryCount: reruns, expires: isExpired ? "2001-01-01" : nil)
  }
}

extension Attempts {
  /// Notes the outcome of the call: `exhausted` if it threw an error of its own.
  func note(_ result: Result<CallEnd.Kind, any Error>) {
    end()
    if case .failure(let error) = result { execution.noteLine(of: error, leaving: call.step) }
    let kind: CallEnd.Kind =
      switch result {
      case .success(let kind): kind
      case .failure(let error) where execution.number(of: error) == call.number: .exhausted
      case .failure(let error) where error.isRequirement && endsByRequirement: .exhausted
      case .failure(let error): .threw(isStop: error.meansStop(in: call.step))
      }
    execution.end(call, CallEnd(kind: kind, isCancelled: call.step.isAsync && Task.isCancelled))
  }

  /// Notes an error that ends the step.
  func noteStop(_ error: any Error) -> any Error {
    endsByRequirement = error.isRequirement
    if error.isRequirement { return error }
    if error.meansStop(in: call.step) || call.step.letsErrorsThrough { execution.notes.add(.isStopped(call)) }
    return error
  }
}
