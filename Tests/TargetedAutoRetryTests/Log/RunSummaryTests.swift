import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct RunSummaryTests {
  private static let hint = "♻️ For causes and rates set AUTO_RETRY_REPORT to a folder, and run retry-report on it."

  private func lines(of bench: Workbench, hasRecords: Bool = false, isQuiet: Bool = false) -> [String] {
    let summary = RunSummary()
    bench.events.forEach(summary.receive)
    let (lines, failures) = summary.end(of: bench.steering, hasRecords: hasRecords, isQuiet: isQuiet)
    return lines + failures
  }

  @Test func `the summary has the steps that recovered, and the worst of them`() {
    let bench = Workbench()
    func recover(_ name: String, line: UInt) {
      bench.step(name, until: { RetryAttempt.current?.number == 2 }, file: "/src/Steps.swift", line: line)
    }
    bench.run {
      bench.step("Launch")
      recover("Sign In", line: 26)
      recover("Sign In", line: 30)
      bench.step("Sign In")
      recover("Launch", line: 1)
    }
    let line = "♻️ 3 of 5 steps recovered. Worst: Sign In (Steps.swift:26), 2 of 3 times, 0 ms."
    #expect(lines(of: bench) == [line, Self.hint])
    #expect(lines(of: bench, hasRecords: true) == [line])
    bench.run { bench.step("Pay", retries: 1, until: { false }, file: "/src/Steps.swift", line: 40) }
    #expect(lines(of: bench).first?.hasPrefix("♻️ 3 of 6 steps recovered. Worst: Sign In (") == true)
  }

  @Test func `what was not retried is no news, nor are waits, skips and rehearsals`() {
    let bench = Workbench(variables: ["AUTO_RETRY_REHEARSE": "Launch"])
    bench.run {
      bench.step("Sign In")
      bench.step("Pay", retries: 0, until: { false })
      bench.step("Launch", reset: {})
      _ = bench.autoWait("Badge", for: .zero, failTestOnFailure: false) { false }
      #expect(throws: XCTSkip.self) { try bench.step { throw XCTSkip() } }
    }
    #expect(lines(of: bench) == [])
  }

  @Test(arguments: [
    ("AUTO_RETRY_REHEARSE", "Sing", "♻️ AUTO_RETRY_REHEARSE: no step \"Sing\" ran. The nearest is \"Sign In\"."),
    ("AUTO_RETRY_REHEARSE", "S.* In", nil), ("AUTO_RETRY_BURN_IN", "Sign In=2", nil),
    (
      "AUTO_RETRY_BURN_IN", "Sing In=2",
      "error: AUTO_RETRY_BURN_IN: no step \"Sing In\" ran. The nearest is \"Sign In\"."
    ),
    (
      "AUTO_RETRY_BURN_IN", "Badge=2",
      "error: AUTO_RETRY_BURN_IN: no step \"Badge\" ran. It is a wait, which runs once."
    ),
  ])
  func `a rehearsal and a burn-in of no step that ran name the nearest`(name: String, value: String, line: String?) {
    let bench = Workbench(variables: [name: value])
    #expect(lines(of: bench) == [])
    bench.run {
      bench.step("Sign In", reset: {})
      bench.step("Open Map", reset: {})
      _ = bench.autoWait("Badge") { true }
    }
    #expect(lines(of: bench, isQuiet: true) == [line].compactMap { $0 })
  }

  #if os(Linux)
    @Test(arguments: [
      ("xctest", "FlakyFixture/|StepFixture/testRecovered"),
      ("swift-testing", "FlakySuiteFixture/|SuiteFixture/recovered"),
    ])
    func `the last line of a run has the counts of its records`(framework: String, tests: String) async throws {
      try await withTemporaryFolder { folder in
        let run = try await Fixtures.runSwiftTest(
          "Fixtures\\.(\(tests))",
          ["AUTO_RETRY_REPORT": folder.path],
          arguments: ["--disable-\(framework == "xctest" ? "swift-testing" : "xctest")"]
        )
        // As the report counts them.
        func text(_ unit: String, _ noun: String, in rows: [Row]) -> String {
          let over = rows.filter { $0.values("kind", "unit", "burn_in") == "step \(unit) 0" }
          let recovered = over.count { $0["outcome"] == "recovered" }
          return "\(recovered) of \(over.count) \(noun) recovered"
        }
        let rows = try Row.rows(in: folder).rows
        let line = text("step", "steps", in: rows) + "; " + text("test", "flaky tests", in: rows) + ". Worst: "
        // XCTest writes to the other stream, so the order is not certain there.
        let end = framework == "xctest" ? run.lines[...] : run.lines.drop { !$0.contains("Test run with") }
        #expect(end.contains { $0.hasPrefix("♻️ ") && $0.contains(line) }, "\(line)\n\(run.lines.suffix(5))")
      }
    }

    @Test func `the summary names the steps that failed tests, and none that is logged, cured or in another failure`()
      async throws
    {
      let tests = ["StepFixture/testNotFailing", "StepFixture/testExhausted", "NestFixture/testVoucher"]
      let run = try await Fixtures.runXCTest((tests + ["NestFixture/testProbe"]).joined(separator: ",Fixtures."))
      let launch = try Mark("exhausted", in: "StepFixture.swift").short
      let add = try Mark("add", in: "NestFixture.swift").short
      let line = "♻️ 2 tests failed by a step: Add Voucher (\(add)), Launch (\(launch)); 1 of "
      #expect(run.lines.contains { $0.hasPrefix(line) }, "\(run.lines.suffix(5))")
    }

    @Test func `a run without retries names the steps that failed tests, too`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testVoucher", ["AUTO_RETRY_ATTEMPTS": "0"])
      let place = try Mark("add", in: "NestFixture.swift").short
      #expect(run.lines.contains("♻️ 1 test failed by a step: Add Voucher (\(place))."))
    }

    @Test func `the summary names no step whose failure is expected, or dropped by a later run`() async throws {
      let suite = "WithholdingSuiteFixture/(nest|expectedNest)\\(|EndingSuiteFixture/rerun\\("
      let run = try await Fixtures.runSwiftTesting("(\(suite))")
      let line = "♻️ 1 test failed by a step: Add Voucher (\(try Mark("add", in: "NestFixture.swift").short)); "
      #expect(run.lines.contains { $0.hasPrefix(line) }, "\(run.lines.suffix(5))")
    }

    @Test(arguments: ["off", "retries"])
    func `a burn-in of no step that ran fails its process, and level off has no other line`(level: String) async throws
    {
      let variables = ["AUTO_RETRY_LOG": level, "AUTO_RETRY_BURN_IN": "Lunch=2"]
      let run = try await Fixtures.runXCTest("StepFixture/testRecovered", variables)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("error: AUTO_RETRY_BURN_IN: no step \"Lunch\" ran. The nearest is \"Launch\"."))
      #expect(run.output.contains("♻️ 1 of 1 step recovered. Worst: Launch (StepFixture.swift:") == (level != "off"))
      #expect(run.output.contains(Self.hint) == (level != "off"))
      let rehearsed = ["AUTO_RETRY_LOG": level, "AUTO_RETRY_REHEARSE": "Lunch"]
      let rehearsal = try await Fixtures.runXCTest("StepFixture/testRecovered", rehearsed)
      #expect(rehearsal.output.contains("♻️ AUTO_RETRY_REHEARSE: no step \"Lunch\" ran."))
    }
  #endif
}
