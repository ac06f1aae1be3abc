import Foundation
import Testing

@testable import TargetedAutoRetry

/// Attempts that last long, in virtual time.
@Suite struct WatchdogTests {
  private let bench = Workbench(time: FakeTime(callsLater: true))

  private func pass(_ seconds: Int) { (0..<seconds).forEach { _ in bench.time.advance(by: .seconds(1)) } }

  private var rows: [String] {
    get throws { try bench.rows().map { $0.values("kind", "action", "attempt", "outcome", "start_ms", "duration_ms") } }
  }

  @Test func `each attempt that lasts five seconds has a row before it ends, and the step still has one`() throws {
    var attempts = 0
    bench.run {
      bench.step("Quick") { pass(4) }
      bench.step("Slow", until: { attempts == 3 }) {
        attempts += 1
        pass([5, 4, 6][attempts - 1])
      }
    }
    #expect(
      try rows == [
        "step Quick 1 passed 1700000000000 4000", "running Slow 1  1700000004000 5000",
        "attempt Slow 1 failed 1700000004000 5000", "attempt Slow 2 failed 1700000009000 4000",
        "running Slow 3  1700000013000 5000", "step Slow 3 recovered 1700000004000 15000",
      ]
    )
    #expect(try bench.rows().map { $0["id"].suffix(3) }.contains("-r3"))
    #expect(!bench.log.contains { $0.contains("OVERDUE") })
  }

  @Test(arguments: [(within: 0, lines: [30, 60, 120]), (within: 20, lines: [50, 100])])
  func `the log says that an attempt lasts, later if its condition may, and then at twice the time`(
    within: Int,
    lines: [Int]
  ) {
    let line: UInt = #line + 2
    bench.run {
      bench.step("Connect", policy: RetryPolicy(conditionTimeout: .seconds(within))) { pass(150) }
    }
    #expect(
      bench.log.filter { $0.contains("OVERDUE") }
        == lines.map {
          "♻️♻️♻️⚠️ [OVERDUE: 0] Connect has been running for \($0).0 s (WatchdogTests.swift:\(line))."
        }
    )
  }

  @Test func `waits, reset steps and hooks are watched too`() throws {
    var bench = bench
    bench.recovery = { [bench] attempt in
      if attempt.actionDescription == "Hook" { bench.time.advance(by: .seconds(30)) }
      return .retry
    }
    bench.run {
      bench.autoWait("Badge", for: .seconds(1)) {
        pass(32)
        return true
      }
      bench.step("Hook", retries: 0, until: { false })
      bench.step("Reset", retries: 1, until: { false }, reset: { pass(30) })
    }
    let overdue = bench.events.filter { if case .attemptIsOverdue = $0.kind { true } else { false } }
    #expect(overdue.map(\.name) == ["Badge", "Hook", "Reset"])
    // The attempt before the reset steps has a row already.
    let running = try rows.filter { $0.hasPrefix("running") }
    #expect(running.map { $0.prefix(15) } == ["running Badge 1", "running Hook 1 "])
  }

  @Test func `of nested steps each has a row, and the log names the innermost each time`() throws {
    let lines = Locked<[String]>([])
    let log = ConsoleLog(level: .steps, write: { line in lines.withLock { $0.append(line) } })
    var bench = bench
    bench.hears = log.receive
    bench.run { bench.step("Outer") { bench.step("Inner") { pass(60) } } }
    #expect(lines.withLock { $0 }.count { $0.contains("[OVERDUE: 0] Inner") } == 2)
    #expect(try rows.prefix(2).map { $0.prefix(13) } == ["running Outer", "running Inner"])
    #expect(bench.summary.filter { $0.contains("overdue") } == [30, 60].map { "    1 overdue for \($0).0 seconds" })
  }

  @Test func `a step whose test of XCTest is over is not heard of any more`() {
    let test = RunningTest()
    Surroundings.$current.withValue(Surroundings(in: .current, flakyRun: test)) {
      bench.run {
        bench.step {
          _ = test.abandon()
          pass(60)
        }
      }
    }
    #expect(bench.summary == ["action 1", "condition 1", "passed 0"])
  }
}
