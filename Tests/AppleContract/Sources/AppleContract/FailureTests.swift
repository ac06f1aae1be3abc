import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct FailureTests {
  @Test func `an exhausted step is one issue at the line of the call`() async {
    let line: Int = #line + 2
    let report = await runAsXCTest { test in
      test.autoRetry(
        mainAction: {},
        successCondition: { false },
        actionDescription: "Launch",
        retryAttempts: 1
      )
    }
    #expect(report.issues.count == 1)
    #expect(report.issues.first?.file == "FailureTests.swift")
    #expect(report.issues.first?.line == line)
    #expect(report.issues.first?.message.hasPrefix("failed - ♻️♻️♻️❌ [FAIL] Launch failed: 2 attempts ") == true)
  }

  @Test func `an issue points at the caller of a helper that forwards its place`() async {
    let report = await runAsXCTest { test in
      test.autoRetry(
        mainAction: {},
        successCondition: { false },
        retryAttempts: 0,
        file: "/src/LoginTests.swift",
        line: 77
      )
    }
    #expect(report.issues.map(\.file) == ["LoginTests.swift"])
    #expect(report.issues.map(\.line) == [77])
  }

  @Test func `a skip reaches XCTest and is no issue`() async {
    let report = await runAsXCTest { test in
      try test.autoRetry(mainAction: { throw XCTSkip() }, successCondition: { true }, actionDescription: "Launch")
      Issue.record("the skip was swallowed")
    }
    #expect(report.issues == [])
    #expect(report.activities.map(\.name).first == "Launch")
    #expect(report.activities.count == 2)
  }
}
