import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

#if os(Linux)
  @Suite struct FlakyTests {
    @Test(arguments: [("0", 1), ("5", 0)] as [(String, Int32)])
    func `in a run without retries, no flaky test runs again`(attempts: String, exitCode: Int32) async throws {
      let variables = ["AUTO_RETRY_ATTEMPTS": attempts]
      #expect(try await Fixtures.runXCTest("FlakyFixture/testPassesOnRerun", variables).exitCode == exitCode)
      #expect(try await Fixtures.runSwiftTesting("FlakySuiteFixture/passesOnRerun", variables).exitCode == exitCode)
    }

    @Test func `a test that fails in a flaky scope runs again, fresh`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testPassesOnRerun")
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Executed 1 test, with 0 failures (0 unexpected)"))
      #expect(
        run.said == [
          "setUp 0", "test 0", "after the scope", "teardown block", "tearDown 1",
          "setUp 0", "test 1", "after the scope", "teardown block", "tearDown 1",
        ]
      )
      let place = try Mark("in scope", in: "FlakyFixture.swift").short
      #expect(
        run.log == [
          "♻️♻️♻️🙈 [WITHHELD: 0] \(place): XCTAssertEqual failed: (\"0\") is not equal to (\"1\") - in scope",
          "♻️♻️♻️ [FLAKY] test failed in a flaky scope (slow map). Re-running: 1 of 2.",
          "♻️♻️♻️✅ [FLAKY] passed on re-run 1",
        ]
      )
    }

    @Test func `the level for retries prints all lines of a flaky test`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testPassesOnRerun", ["AUTO_RETRY_LOG": "retries"])
      let isOfTest = run.log.map { $0.contains("[WITHHELD: 0]") || $0.contains("[FLAKY]") }
      #expect(isOfTest == [true, true, true], "\(run.log)")
    }

    @Test func `a scope that has used up its runs is named with its reason`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testFailsInEachRun")
      let scope = "flaky scope at \(try Mark("fails in each run", in: "FlakyFixture.swift").short): slow map"
      #expect(run.failures == ["failed - no map (run 2 of 2, \(scope))"])
      #expect(run.log.last == "♻️♻️♻️❌ [FLAKY] failed on re-run 1 (runs 1 and 2), \(scope)")
    }

    @Test func `the log says which failure outside the scopes prevents another run`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testFailsOutsideToo")
      let place = try Mark("fails outside too", in: "FlakyFixture.swift").short
      #expect(run.errors.count == 2)
      let advice = "What depends on a scope belongs in it."
      #expect(run.log.last == "♻️♻️♻️❌ [FLAKY] not run again: \(place) failed outside the flaky scopes. " + advice)
    }

    @Test func `a test runs again for an error of its scope, even one that it catches`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testCatchesTheErrorOfItsScope")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.said.filter { $0 == "caught" }.count == 1)
      #expect(run.log.last == "♻️♻️♻️✅ [FLAKY] passed on re-run 1")
    }

    @Test func `a skip in a scope of the first run skips the test`() async throws {
      let run = try await Fixtures.runXCTest("RecordFixture/testSkipsInFlakyScope")
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Executed 1 test, with 1 test skipped and 0 failures"), "\(run.output)")
      #expect(run.log == [])
    }

    @Test func `a test that skips after a failure in a scope fails, and does not run again`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testSkipsAfterAFailure")
      #expect(run.exitCode == 1)
      #expect(run.said == ["setUp 0", "test 0", "teardown block", "tearDown 0"])
      #expect(run.failures.count == 1 && run.failures.allSatisfy { $0.contains("no map") }, "\(run.output)")
      #expect(run.log.last == "♻️♻️♻️❌ [FLAKY] not run again: it failed, and was skipped.")
    }

    @Test func `a failure outside a scope does not stand for one of the same line inside`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testFailsAtOneLineInsideAndOutside")
      #expect(run.exitCode == 1 && run.failures.count == 2, "\(run.output)")
      for number in [2, 3] { #expect(run.failures.count { $0.contains("(\"\(number)\") is not equal to") } == 1) }
    }

    @Test func `a test that is skipped in its second run fails, and the log says why`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testSkipsInTheSecondRun")
      #expect(run.exitCode == 1)
      #expect(run.log.last?.hasPrefix("♻️♻️♻️❌ [FLAKY] failed, and was skipped on re-run 1, ") == true, "\(run.output)")
    }

    @Test func `a test runs again after a scope in reset steps has thrown`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testThrowsInReset")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.last == "♻️♻️♻️✅ [FLAKY] passed on re-run 1")
    }

    @Test func `a hint says once that a scope inside a step has no effect`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testHasScopeInStep")
      #expect(run.exitCode == 0)
      let hint = "A flaky scope inside the step Map runs nothing again: put the step into the scope."
      #expect(run.log.filter { $0.contains("[HINT]") } == ["♻️♻️♻️💡 [HINT] \(hint)"])
    }

    @Test func `a test that measures can run again`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testMeasures")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.output.contains("Executed 1 test, with 0 failures (0 unexpected)"))
      #expect(!run.output.contains(": error: "))
      #expect(run.log.last?.hasPrefix("♻️♻️♻️✅ [FLAKY] passed on re-run ") == true)
    }

    /// XCTest takes the test for skipped, because it has not seen the error.
    @Test func `a test runs again after an error in its setup`() async throws {
      let run = try await Fixtures.runXCTest("FlakyFixture/testThrowsInSetUp")
      #expect(run.output.contains("Executed 1 test, with 1 test skipped and 0 failures (0 unexpected)"))
      #expect(
        run.said == ["setUp 0", "teardown block", "tearDown 0", "setUp 0", "test 1", "teardown block", "tearDown 0"]
      )
      #expect(run.log.last == "♻️♻️♻️✅ [FLAKY] passed on re-run 1")
    }
  }
#endif

@Suite struct FlakyMarkTests {
  private let slowMap = FlakyMark.sample()

  @Test(arguments: [true, false])
  func `a run does not forgive issues if its scope was interrupted`(isCut: Bool) {
    let reports = Locked(0)
    let flake = TestIssue("a flake", path: "A", line: 1) { _ in reports.withLock { $0 += 1 } }
    let test = FlakyTest(trait: slowMap)
    let first = TestRun(keptBy: test)
    #expect(FlakyScope(of: first).keep(flake))
    #expect(Workbench().run { test.end(first) })
    let second = test.next(after: first)
    if isCut {
      let scope = FlakyScope(slowMap, of: second)
      #expect(throws: XCTSkip.self) { try scope.perform { throw XCTSkip("not here") } }
    } else {
      first.keeper.noteCancellation()
    }
    let bench = Workbench()
    #expect(!bench.run { test.end(second) })
    #expect(reports.withLock { $0 } == 1)
    let reason = ". A step in it was skipped or canceled, so earlier issues fail the test."
    #expect(bench.log.last?.hasSuffix(reason) == true)
  }

  @Test func `what code of an earlier run opens has the number of that run`() {
    Workbench().run {
      let test = FlakyTest(trait: slowMap)
      let first = TestRun(keptBy: test)
      #expect(FlakyScope(of: first).keep(.sample("a flake")))
      #expect(test.end(first))
      let second = test.next(after: first)
      #expect(FlakyScope(slowMap, of: first).remark.hasPrefix(" (run 1 of 2, "))
      #expect(FlakyScope(slowMap, of: second).remark == "")
    }
  }

  @Test func `if the last run fails, each line of earlier runs is recorded`() {
    let recorded = Locked<[String]>([])
    func issue(_ message: String, line: Int) -> TestIssue {
      TestIssue(message, path: "A", line: line) { issue in recorded.withLock { $0.append(issue.message) } }
    }
    let mark = FlakyMark.sample(.notFixable(reason: "slow map", maxRetryCount: 2))
    Workbench().run {
      let test = FlakyTest(trait: mark)
      let first = TestRun(keptBy: test)
      #expect(FlakyScope(of: first).keep(issue("no map", line: 1)))
      #expect(FlakyScope(of: first).keep(issue("no menu", line: 2)))
      #expect(test.end(first))
      let second = test.next(after: first)
      #expect(FlakyScope(of: second).keep(issue("still no map", line: 1)))
      #expect(test.end(second))
      let third = test.next(after: second)
      #expect(!FlakyScope(of: third).keep(issue("no button", line: 3)))
      #expect(!test.end(third))
    }
    #expect(
      recorded.withLock { $0 } == [
        "no map (runs 1 and 2 of the test, \(mark.text))", "no menu (run 1 of the test, \(mark.text))",
      ]
    )
  }

  @Test func `the first held-back issue decides the mark of the test`() {
    let workbench = Workbench()
    workbench.run {
      let test = FlakyTest()
      let run = TestRun(keptBy: test)
      let slowMenu = FlakyMark.sample(.fixable(reason: "slow menu"))
      for mark in [slowMenu, slowMap] { #expect(FlakyScope(mark, of: run).keep(.sample("a flake"))) }
      #expect(test.end(run))
    }
    #expect(workbench.log.last == "♻️♻️♻️ [FLAKY] test failed in a flaky scope (slow menu). Re-running: 1 of 1.")
  }

  @Test(arguments: [("2023-11-14", false), ("2023-11-13", true)])
  func `a mark expires by the clock of its steps, and the log says so`(expires: String, isExpired: Bool) {
    let workbench = Workbench()
    let mark = workbench.run { FlakyMark.sample(.fixable(reason: "slow", expires: expires)) }
    #expect(mark.maxRetryCount == (isExpired ? 0 : 1))
    #expect(workbench.summary == (isExpired ? ["flaky scope expired"] : []))
  }

  @Test func `a flaky scope keeps only the issues of its own test`() {
    let (run, other) = (TestRun(), TestRun())
    let scopes = [FlakyScope(.sample(), of: run), FlakyScope(.sample(), of: other)]
    let standings = scopes.flatMap { scope in
      StepEnvironment(place: scope).places.map { $0.standing(canBeRecordedAgain: true, in: run) }
    }
    #expect(standings == [.keeps, .refuses(.isOutside)])
  }

  @Test func `an invalid mark is a failure that nothing holds back`() {
    let workbench = Workbench()
    let mark = workbench.run { FlakyMark(.fixable(reason: ""), at: slowMap.callSite, in: nil) }
    #expect(mark.maxRetryCount == 0)
    #expect(workbench.failures.map(\.isUnconditional) == [true])
  }

  @Test func `a flakiness expires when its last day has ended`() throws {
    let flakiness = Flakiness.fixable(reason: "slow", expires: "2027-03-31")
    #expect(!flakiness.isExpired(at: try Date("2027-03-31T23:59:59Z", strategy: .iso8601)))
    #expect(flakiness.isExpired(at: try Date("2027-04-01T00:00:00Z", strategy: .iso8601)))
    #expect(!Flakiness.fixable(reason: "slow").isExpired(at: .distantFuture))
  }

  @Test func `a mark without a number of re-runs allows one`() {
    #expect(Flakiness.notFixable(reason: "slow").maxRetryCount == 1)
  }

  @Test func `a test that may not run again is refused`() {
    let problem = Flakiness.notFixable(reason: "slow", maxRetryCount: 0).problem
    #expect(problem == "maxRetryCount is 0, but must be 1 or more.")
  }

  private static let badDays = ["2027-02-30", "2027-02-29", "2027-13-01", "2027-00-10", "2027-03-00"]
  private static let badDates = [
    "2099-12-31garbage", "2027-2-3", "soon", "", " 2027-03-31", "2027-03-31T00:00Z", "12027-03-31", "027-03-31",
    "-027-03-31", "2027-+3-31", "2027-٠٣-31",
  ]

  @Test(arguments: badDays + badDates)
  func `a day that does not exist, or is no date, is refused`(expires: String) {
    let problem = Flakiness.fixable(reason: "slow", expires: expires).problem
    let accepted = "a date with a year of four digits, such as 2027-03-31"
    let isDate = Self.badDays.contains(expires)
    let what = isDate ? "\(expires), which is not a calendar date." : "\"\(expires)\", but must be \(accepted)."
    #expect(problem == "expires is \(what)")
  }
}

extension FlakyMark {
  static func sample(_ flakiness: Flakiness = .notFixable(reason: "slow map", maxRetryCount: 3)) -> FlakyMark {
    let callSite = CallSite(#fileID, #filePath, #line, #column)
    return FlakyMark(flakiness, at: callSite, in: nil)
  }
}

extension FlakyEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .progress(.runBegins(let number)): "run \(number) begins"
    case .progress(.runFailed(let run)): "run \(run.last.number) failed"
    case .progress(.testEnded(let report)): "test ended with run \(report.last.number), \(report.outcome.name)"
    case .scopeExpired: "flaky scope expired"
    case .scopeIsInStep(let step): "flaky scope in \(step)"
    }
  }
}
