import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct FlakyTests {
  @Test func `a test that fails in a flaky scope runs again silently`() async {
    let report = await run(RetryableTestCase.self) { test in
      flaky(.notFixable(reason: "slow map", maxRetryCount: 2)) {
        if test.retryCount < 2 { XCTFail("run \(test.retryCount)", file: "/src/MapTests.swift", line: 12) }
      }
    }
    #expect(report.issues == [])
    #expect(
      report.outline == """
        ♻️♻️♻️🙈 [WITHHELD: 0] MapTests.swift:12: failed - run 0
        ♻️♻️♻️ [FLAKY] test failed in a flaky scope (slow map). Re-running: 1 of 2.
        ♻️♻️♻️🙈 [WITHHELD: 1] MapTests.swift:12: failed - run 1
        ♻️♻️♻️ [FLAKY] test failed in a flaky scope (slow map). Re-running: 2 of 2.
        ♻️♻️♻️✅ [FLAKY] passed on re-run 2
        """
    )
  }

  @Test func `a re-run uses the same instance of the test case`() async {
    let instances = Locked<[ObjectIdentifier]>([])
    let report = await run(RetryableTestCase.self) { test in
      instances.withLock { $0.append(ObjectIdentifier(test)) }
      flaky(.fixable(reason: "slow map")) { if test.retryCount == 0 { XCTFail("a flake") } }
    }
    #expect(report.issues == [])
    let seen = instances.withLock { $0 }
    #expect(seen.count == 2 && Set(seen).count == 1)
  }

  @Test func `an error that leaves a flaky scope is held back`() async {
    let report = await run(RetryableTestCase.self) { test in
      try flaky(.fixable(reason: "slow map")) {
        if test.retryCount == 0 { throw URLTimedOut() }
      }
    }
    #expect(report.issues == [])
    #expect(report.activities.last?.name == "♻️♻️♻️✅ [FLAKY] passed on re-run 1")
  }

  @Test func `an error that replaces the held-back one is a failure`() async {
    let report = await run(RetryableTestCase.self) { test in
      do { try flaky(.fixable(reason: "slow map")) { throw URLTimedOut() } } catch {}
      throw URLTimedOut()
    }
    #expect(report.issues.map(\.message) == Array(repeating: "threw error \"URLTimedOut()\"", count: 2))
    #expect(!report.outline.contains("Re-running"))
  }
}

private struct URLTimedOut: Error {}
