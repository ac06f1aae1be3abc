import Testing
import XCTest

@testable import TargetedAutoRetry

/// Closures that outlast the limit of their wait or their step.
@Suite struct LimitTests {
  enum Part {
    case action, firstCheck, check, secondCheck, lateCheck, reset, wait, actionOfWait
  }

  /// The time passes only while a closure hangs, and in pauses.
  private let bench = Workbench(time: FakeTime(endsLimits: true))

  /// Runs a step or a wait whose part does something else in place of its work.
  private func run(_ part: Part, _ policy: RetryPolicy, _ instead: @escaping () async throws -> Bool) async throws {
    var checks = 0
    func act(_ here: Part) async throws {
      if part == here { _ = try await instead() }
    }
    func check(_ here: [Part]) async throws -> Bool {
      checks += 1
      noted(checks, as: "check")
      return checks < 3 && here.contains(part) ? try await instead() : false
    }
    try await bench.run {
      if part == .wait || part == .actionOfWait {
        try await bench.autoWait("Load", policy: policy, meanwhile: { try? await act(.actionOfWait) }) {
          try await check([.wait])
        }
      } else {
        try await bench.stepLater(
          "Load",
          policy: policy,
          until: { try await check(checks == 0 ? [.firstCheck, .check] : [.secondCheck, .lateCheck]) },
          reset: { try await act(.reset) }
        ) { try await act(.action) }
      }
    }
  }

  private static let (ofCall, ofStep) = ("(limit of the call)", "(time limit of 4.0 s, set by the call)")
  private static let seen = "was still false 0 ms after the action (checked once): check was 1."

  static let hangs: [(Part, RetryPolicy, Int, String)] = [
    (.action, RetryPolicy(timeLimit: .seconds(4)), 4_000, "Timed out after 4.0 s \(ofStep)."),
    (
      .action, RetryPolicy(retryAttempts: 0, attemptTimeLimit: .seconds(4), timeLimit: .seconds(9)), 4_000,
      "Timed out after 4.0 s (attemptTimeLimit of the call)."
    ),
    (
      .check, RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4)), 4_000,
      "Timed out after 4.0 s \(ofCall): check was 1."
    ),
    (
      .check, RetryPolicy(conditionTimeout: .seconds(9), timeLimit: .seconds(4)), 4_000,
      "Timed out after 4.0 s \(ofStep): check was 1."
    ),
    (
      .firstCheck, RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4), checksFirst: true), 4_000,
      "Timed out after 4.0 s \(ofCall): check was 1."
    ),
    (.wait, RetryPolicy(conditionTimeout: .seconds(4)), 4_000, "Timed out after 4.0 s \(ofCall): check was 1."),
    // The earlier checks decide if they used most of the time; otherwise, the check that hangs decides.
    (
      .secondCheck, RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4), pollingInterval: .seconds(3)), 4_000,
      "was false after 4.0 s \(ofCall): check was 1."
    ),
    (
      .secondCheck, RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4), pollingInterval: .seconds(1)), 4_000,
      "Timed out after 3.0 s \(ofCall): check was 2."
    ),
    // The last check gets the same limit once more.
    (
      .secondCheck, RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4), pollingInterval: .seconds(4)), 8_000,
      "Timed out after 4.0 s \(ofCall): check was 2."
    ),
    (.actionOfWait, RetryPolicy(conditionTimeout: .seconds(4)), 4_100, "was false after 4.1 s \(ofCall): check was 2."),
    (.reset, RetryPolicy(timeLimit: .seconds(4)), 4_000, seen),
    // The attempt at the limit gets the same limit once more.
    (.lateCheck, RetryPolicy(delay: .constant(.seconds(9)), timeLimit: .seconds(4)), 8_000, "check was 3."),
    (
      .lateCheck, RetryPolicy(retryAttempts: 1, delay: .constant(.seconds(9)), attemptTimeLimit: .seconds(4)), 13_000,
      "check was 3."
    ),
  ]

  @Test(arguments: hangs)
  func `a closure that never returns is canceled at the nearest limit`(
    part: Part,
    policy: RetryPolicy,
    end: Int,
    cause: String
  ) async throws {
    let cancellations = Locked(0)
    try await run(part, policy) {
      try await withTaskCancellationHandler {
        try await bench.time.hang(.seconds(end / 1_000) - bench.time.timekeeper.now())
        return true
      } onCancel: {
        cancellations.withLock { $0 += 1 }
      }
    }
    #expect(cancellations.withLock { $0 } == 1)
    #expect(bench.time.timekeeper.now() == .milliseconds(end))
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.hasSuffix(cause) == true)
  }

  @Test(arguments: [Part.action, .check, .wait, .reset])
  func `a closure that ignores its cancellation is waited for`(part: Part) async throws {
    var hasReturned = false
    try await run(part, RetryPolicy(retryAttempts: 1, timeLimit: .seconds(4))) {
      try? await bench.time.hang(.seconds(4))
      bench.time.advance(by: .seconds(60))
      hasReturned = true
      return true
    }
    #expect(hasReturned)
    #expect(bench.time.timekeeper.now() == .seconds(64))
    #expect(bench.failures.count == 1)
    #expect(part == .reset || bench.failures.first?.message.contains("Timed out after 4.0 s") == true)
  }

  @Test func `no attempt follows reset steps that were canceled`() async throws {
    try await run(.reset, RetryPolicy(timeLimit: .seconds(4))) { [bench] in
      try await bench.time.hang(.seconds(4))
      return true
    }
    #expect(bench.summary.suffix(2) == ["reset after 1", "timedOut 4"])
  }

  @Test(arguments: [RetryPolicy(timeLimit: .seconds(4)), RetryPolicy(attemptTimeLimit: .seconds(4))])
  func `a condition may skip the test after a limit`(policy: RetryPolicy) async {
    await #expect(throws: XCTSkip.self) {
      try await run(.check, policy) { [bench] in
        try? await bench.time.hang(.seconds(4))
        throw XCTSkip("not here")
      }
    }
    #expect(bench.failures.isEmpty)
  }

  /// A closure that returns after its limit: which result counts.
  @Test(arguments: DriverKind.allCases, [true, false])
  func `a late result counts unless its closure was canceled`(driver: DriverKind, isCancelled: Bool) async throws {
    // A synchronous closure is never canceled.
    let bench = Workbench(time: FakeTime(endsLimits: isCancelled))
    func overrun() async -> Bool {
      if isCancelled { try? await bench.time.hang(.seconds(5)) } else { bench.time.advance(by: .seconds(5)) }
      return true
    }
    let policy = RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(4), timeLimit: .seconds(4))
    func waitHere() -> Bool {
      bench.autoWait("Row", policy: policy) {
        bench.time.advance(by: .seconds(5))
        return true
      }
    }
    let isMet = await bench.run {
      switch driver {
      case .synchronous: waitHere()
      case .asynchronous: await bench.autoWait("Row", policy: policy) { await overrun() }
      }
    }
    #expect(isMet == (driver == .synchronous || !isCancelled))
    #expect(bench.failures.count == (isMet ? 0 : 1))
  }

  @Test func `an outer step's limit cancels inner steps but not the test`() async throws {
    try await bench.run {
      try await bench.stepLater("Outer", policy: RetryPolicy(timeLimit: .seconds(4))) {
        try await bench.stepLater("Inner", policy: RetryPolicy(conditionTimeout: .seconds(9))) {
          try await bench.time.hang(.seconds(4))
        }
      }
    }
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.contains("was reached after 1 attempt of action: Outer") == true)
  }
}
