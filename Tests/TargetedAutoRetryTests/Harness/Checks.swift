import Testing

@testable import TargetedAutoRetry

/// The answers of a condition, one after the other; the last of them from then on.
final class Checks: Sendable {
  enum Answer: Sendable {
    case yes
    case no
    case none
    case throwing(any Error)
  }

  private let answers: [Answer]
  private let asked = Locked(0)

  init(_ answers: Answer...) {
    self.answers = answers
  }

  var count: Int { asked.withLock { $0 } }

  func nextAsync() async throws -> Bool? { try next() }

  func next() throws -> Bool? {
    let index = asked.withLock { asked in
      defer { asked += 1 }
      return asked
    }
    switch answers[min(index, answers.count - 1)] {
    case .yes: return true
    case .no: return false
    case .none: return nil
    case .throwing(let error): throw error
    }
  }
}

/// The driver that runs a step.
enum DriverKind: CaseIterable, Sendable {
  case synchronous
  case asynchronous
}

extension Workbench {
  @discardableResult
  func wait(
    _ driver: DriverKind,
    _ checks: Checks,
    for limit: Duration? = .seconds(1),
    stableFor: Duration? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    meanwhile action: @Sendable () -> Void = {}
  ) async throws -> Bool {
    func wait() throws -> Bool {
      try autoWait(
        "Requests arrive",
        for: limit,
        stableFor: stableFor,
        failTestOnFailure: failTestOnFailure,
        policy: policy,
        meanwhile: action
      ) { try checks.next() }
    }
    switch driver {
    case .synchronous: return try run { try wait() }
    case .asynchronous:
      return try await run {
        try await autoWait(
          "Requests arrive",
          for: limit,
          stableFor: stableFor,
          failTestOnFailure: failTestOnFailure,
          policy: policy,
          meanwhile: action
        ) { try await checks.nextAsync() }
      }
    }
  }

  /// - Returns: The number of times that the main action ran.
  @discardableResult
  func step(
    _ driver: DriverKind,
    _ checks: Checks,
    policy: RetryPolicy,
    resetSteps: (@Sendable () -> Void)? = nil,
    firstActionThrows error: (any Error)? = nil
  ) async throws -> Int {
    let actions = Locked(0)
    let action = { @Sendable in
      actions.withLock { $0 += 1 }
      if let error, actions.withLock({ $0 }) == 1 { throw error }
    }
    func stepHere() throws {
      try step("Open", policy: policy, until: checks.next, reset: resetSteps, action)
    }
    switch driver {
    case .synchronous: try run(stepHere)
    case .asynchronous:
      _ = try await run {
        try await stepLater("Open", policy: policy, until: checks.nextAsync, reset: resetSteps, action)
      }
    }
    return actions.withLock { $0 }
  }
}
