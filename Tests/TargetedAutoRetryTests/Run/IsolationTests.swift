import Foundation
import Testing

@testable import TargetedAutoRetry

/// Asynchronous steps on the main actor.
///
/// Their closures are synchronous functions, which run wherever the driver calls them: an asynchronous closure would
/// return to its own actor, and hide a driver that has left the caller's.
@Suite @MainActor struct IsolationTests: TargetedAutoRetry {
  private nonisolated static let policies = [
    RetryPolicy(),
    RetryPolicy(delay: .constant(.seconds(1))),
    RetryPolicy(conditionTimeout: .seconds(1), pollingInterval: .milliseconds(500)),
    RetryPolicy(checksFirst: true, attemptTimeLimit: .seconds(60)),
    RetryPolicy(timeLimit: .seconds(60)),
  ]

  private let witness = Witness()
  private var bench: Workbench { Workbench(hears: { [witness] _ in witness.receive() }) }

  @Test(arguments: policies)
  func `an asynchronous step stays on the caller's actor`(policy: RetryPolicy) async throws {
    try await bench.run {
      try await autoRetry(
        mainAction: action(),
        successCondition: condition(),
        resetSteps: witness.reset,
        policy: policy
      )
      try await autoRetry("Sign In", policy: policy, mainAction: action(), until: condition(), reset: reset())
      try await autoRetry("Sign In", policy: policy, mainAction: action(), until: condition())
      try await autoRetry("Load", policy: policy, mainAction: value(), until: witness.isAccepted, reset: reset())
      try await autoRetry("Load", policy: policy, mainAction: value(), until: witness.isAccepted)
    }
    #expect(witness.offActor == [])
    #expect(Set(witness.seen).isSuperset(of: ["action", "condition", "reset", "value", "until", "event"]))
  }

  @Test func `an asynchronous wait stays on the caller's actor`() async throws {
    try await bench.run {
      let wait = RetryPolicy(pollingInterval: .milliseconds(500))
      try await autoWait("Banner", for: .seconds(5), policy: wait, meanwhile: swipe(), until: condition())
      try await autoWait("Account", for: .seconds(5), policy: wait, meanwhile: swipe(), until: found())
    }
    #expect(witness.offActor == [])
    #expect(Set(witness.seen).isSuperset(of: ["swipe", "condition", "found", "event"]))
  }

  // The annotated types choose the asynchronous forms, and convert the functions without a hop.
  private func action() -> () async throws -> Void { witness.action }
  private func condition() -> () async throws -> Bool? { witness.condition }
  private func reset() -> () async throws -> Void { witness.reset }
  private func swipe() -> () async -> Void { witness.swipe }
  private func value() -> () async throws -> Int { witness.value }
  private func found() -> () async throws -> Int? { witness.found }

}

/// Notes what is called, and what of it is called off the main actor.
private final class Witness: Sendable {
  private struct State {
    var seen: [String] = []
    var offActor: [String] = []
  }

  private let state = Locked(State())

  /// The queue of the main actor; the thread is no sign of it, because on Linux the queue uses any thread.
  private static let isMainQueue = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  var seen: [String] { state.withLock { $0.seen } }
  var offActor: [String] { state.withLock { $0.offActor } }

  func receive() { note("event") }

  func action() { note("action") }
  func reset() { note("reset") }
  func swipe() { note("swipe") }

  func condition() -> Bool? { note("condition").isMultiple(of: 2) }
  func value() -> Int { note("value") }
  func isAccepted(_ value: Int) -> Bool { note("until").isMultiple(of: 2) }
  func found() -> Int? { note("found").isMultiple(of: 2) ? 1 : nil }

  /// - Returns: How often it was called.
  @discardableResult private func note(_ name: String) -> Int {
    let isOnActor = DispatchQueue.getSpecific(key: Self.isMainQueue) != nil
    return state.withLock { state in
      state.seen.append(name)
      if !isOnActor { state.offActor.append(name) }
      return state.seen.count { $0 == name }
    }
  }
}
