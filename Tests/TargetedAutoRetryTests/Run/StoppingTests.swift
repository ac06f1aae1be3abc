import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct StoppingTests {
  /// A bench whose hook says that the app crashed after an attempt of that step.
  private func bench(abortingIn name: String) -> Workbench {
    Workbench(recovery: { $0.actionDescription == name ? .abort("the app crashed") : .retry })
  }

  @Test func `the hook is called after each failed attempt, before the reset`() {
    let bench = Workbench()
    let line: UInt = #line + 4
    var heardAtReset: [Int] = []
    var numbers: [Int?] = []
    bench.run {
      bench.step(
        "Launch",
        retries: 1,
        until: {
          numbers.append(RetryAttempt.current?.number)
          return nil
        },
        reset: {
          heardAtReset.append(bench.heard.count)
          numbers.append(RetryAttempt.current?.number)
        }
      ) { bench.time.advance(by: .seconds(2)) }
    }
    let attempts = bench.heard
    #expect(attempts.map(\.number) == [1, 2])
    #expect(attempts.map(\.retriesRemaining) == [1, 0])
    #expect(attempts.map(\.elapsed) == [.seconds(2), .seconds(2)])
    #expect(attempts.map(\.actionDescription) == ["Launch", "Launch"])
    #expect(attempts.map(\.line) == [line, line])
    #expect(attempts.map(\.file) == [#filePath, #filePath])
    #expect(heardAtReset == [1])
    #expect(numbers == [1, 1, 2])
    #expect(RetryAttempt.current == nil)
  }

  @Test func `the hooks are called before the delay, evidence first`() {
    let (time, heard) = (FakeTime(), Locked<[String]>([]))
    @Sendable func note(_ hook: String) { heard.withLock { $0.append("\(hook) after \(time.waits.count) waits") } }
    var bench = Workbench(time: time, evidence: { _ in note("evidence") })
    bench.recovery = { _ in
      note("hook")
      return .retry
    }
    bench.run { bench.step(retries: 1, policy: RetryPolicy(delay: .constant(.seconds(1))), until: { false }) }
    let hooks = (0...1).flatMap { ["evidence after \($0) waits", "hook after \($0) waits"] }
    #expect(heard.withLock { $0 } == hooks)
  }

  @Test func `an abort in a value step is reported once, by an outer step`() throws {
    let bench = bench(abortingIn: "Load")
    try bench.run {
      try bench.step("Outer", until: { false }) {
        try bench.step("Middle", failsTest: false) {
          _ = try bench.autoRetry("Load", mainAction: { 1 }, until: { $0 == 2 })
        }
      }
    }
    #expect(bench.failures.count == 1)
    #expect(
      bench.failures.first?.message
        .contains("[FAIL] the app crashed. Auto Retry was stopped by a step inside action: Middle.") == true
    )
  }

  @Test func `the hook is not called if an abort or error decides`() async throws {
    let aborted = bench(abortingIn: "Inner")
    aborted.run { aborted.step("Outer") { aborted.step("Inner", until: { false }) } }
    #expect(aborted.heard.map(\.actionDescription) == ["Inner"])
    let stopped = Workbench()
    let never = RetryPolicy(isRetryable: { _ in false })
    stopped.run { _ = try? stopped.step(policy: never) { throw NotYet() } }
    #expect(stopped.heard.isEmpty)
    let cancelled = Workbench()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try? await cancelled.step(.asynchronous, Checks(.no), policy: .default)
    }.value
    #expect(cancelled.heard.isEmpty)
  }

  @Test func `an abort inside reset steps does not affect the next step`() {
    let bench = bench(abortingIn: "Inner")
    var attempts = 0
    bench.run {
      bench.step(until: { false }, reset: { bench.step("Inner", until: { false }) }) { attempts += 1 }
      #expect(attempts == 1)
      #expect(bench.step("Next", until: { attempts == 3 }) { attempts += 1 } == 1)
    }
  }

  @Test(arguments: [nil, XCTSkip("not here")])
  func `an abort ends all outer steps, even if they catch the error`(end: XCTSkip?) {
    let bench = bench(abortingIn: "Load")
    var attempts = 0
    var sibling = -1
    let retries = try? bench.run {
      try bench.step("Outer") {
        attempts += 1
        _ = try? bench.autoRetry("Load", mainAction: { 1 }, until: { $0 == 2 })
        sibling = bench.step("Sibling")
        if let end { throw end }
      }
    }
    #expect(attempts == 1 && sibling == 0)
    #expect(retries == (end == nil ? 4 : nil))
    #expect(bench.failures.count == 1)
    #expect(
      bench.failures.first?.message
        .contains("[FAIL] the app crashed. Auto Retry was stopped by a step inside action: Outer.") == true
    )
  }

  @Test func `an outer step that is only logged still reports an abort`() {
    let bench = bench(abortingIn: "Load")
    bench.run { bench.step("Outer", failsTest: false) { bench.step("Load", until: { false }) } }
    #expect(bench.failures.count == 1)
    #expect(bench.log.last?.hasSuffix("a step inside action: Outer. Moving on to the next step.") == true)
  }

  @Test func `an abort in the late check ends the step`() {
    let bench = bench(abortingIn: "Inner")
    var checks = 0
    func check() -> Bool {
      checks += 1
      if checks == 2 { bench.step("Inner", until: { false }) }
      return checks == 2
    }
    bench.run { bench.step("Outer", policy: RetryPolicy(delay: .constant(.seconds(1))), until: check) }
    #expect(checks == 2)
    #expect(bench.summary.last == "aborted 4")
    #expect(bench.failures.count == 1)
  }

  @Test func `no attempt follows a hook that used up the time`() {
    let time = FakeTime()
    let bench = Workbench(
      time: time,
      recovery: { attempt in
        time.advance(by: .seconds(attempt.number == 1 ? 3 : 7))
        return .retry
      }
    )
    let policy = RetryPolicy(delay: .constant(.seconds(2)), timeLimit: .seconds(10))
    bench.run { bench.step(failsTest: false, policy: policy, until: { false }) }
    #expect(time.waits == [.seconds(2)])
    #expect(bench.summary.last == "timedOut 4")
    let reports = bench.events.compactMap { event in
      if case .finished(let report) = event.kind { report } else { nil }
    }
    #expect(reports.map(\.waiting) == [.seconds(2)])
  }

  @Test(arguments: DriverKind.allCases)
  func `a client's own CancellationError fails only the attempt`(driver: DriverKind) async throws {
    let bench = Workbench()
    try await bench.step(driver, Checks(.throwing(CancellationError()), .yes), policy: .default)
    #expect(try await bench.wait(driver, Checks(.throwing(CancellationError()), .yes)))
    #expect(bench.summary.contains("recovered 1 by retrying"))
    #expect(bench.failures.isEmpty)
  }

  enum Throwing: CaseIterable, Sendable {
    case action, condition, actionOfValue, until

    func load(on bench: Workbench) async throws {
      @Sendable func request() async throws {
        withUnsafeCurrentTask { $0?.cancel() }
        // Many clients do not throw a `CancellationError`.
        do { try await Task.sleep(for: .seconds(60)) } catch { throw NotYet() }
      }
      @Sendable func answer() async throws -> Bool {
        try await request()
        return true
      }
      switch self {
      case .action: try await bench.autoRetry("Load", mainAction: request)
      case .condition: try await bench.autoRetry("Load", mainAction: {}, until: answer)
      case .actionOfValue: try await bench.autoRetry("Load", mainAction: answer, until: { $0 })
      case .until: try await bench.autoRetry("Load", mainAction: { 1 }, until: { _ in try await answer() })
      }
    }
  }

  @Test(arguments: Throwing.allCases)
  func `a canceled step rethrows any error of its closure`(closure: Throwing) async {
    let bench = Workbench()
    let task = Task { try await bench.run { try await closure.load(on: bench) } }
    await #expect(throws: NotYet.self) { try await task.value }
    #expect(bench.summary.last == "stopped in attempt 1 by NotYet()")
    #expect(bench.failures.isEmpty)
  }

  @Test func `a step canceled in a pause returns false`() async {
    let bench = Workbench(time: FakeTime(isCancelledInSleep: true))
    let succeeded = await Task {
      await bench.run { () async -> Bool in
        await bench.autoRetry("Wait", policy: RetryPolicy(delay: .constant(.seconds(60)))) {
          await Task.yield()
        } until: {
          false
        }
      }
    }.value
    #expect(!succeeded && bench.failures.isEmpty)
    #expect(bench.summary.suffix(2) == ["wait 60.0 seconds after 1", "aborted 4"])
  }

  @Test func `a value step canceled in a pause throws a cancellation`() async {
    let bench = Workbench(time: FakeTime(isCancelledInSleep: true))
    let task = Task {
      try await bench.run { () async throws -> Void in
        try await bench.autoRetry(
          "Wait",
          policy: RetryPolicy(delay: .constant(.seconds(60))),
          mainAction: { await Task.yield() },
          until: { _ in false }
        )
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(bench.summary.suffix(2) == ["wait 60.0 seconds after 1", "aborted 4"])
  }
}
