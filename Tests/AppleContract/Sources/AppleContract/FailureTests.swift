import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests6

@Suite(.serialized) struct FailureTests {
  @Test func `a step at a source location is an issue there`() async {
    let report = await run(ContractTestCase.self) { test in
      withCallPlace(SourceLocation(fileID: "Tests/Caller.swift", filePath: "/src/Caller.swift", line: 12, column: 1)) {
        _ = test.step(retries: 0, until: { false })
      }
    }
    #expect(report.issues.map(\.file) == ["Caller.swift"])
    #expect(report.issues.map(\.line) == [12])
  }

  @Test(arguments: [true, false])
  func `an error that ends a test is reported at its step`(isRetryable: Bool) async {
    let policy = RetryPolicy(retryAttempts: 0, isRetryable: { _ in isRetryable })
    let line = #line + 2
    let report = await run(RetryableTestCase.self) { test in
      _ = try test.autoRetry("Load", policy: policy) {
        if !isRetryable { throw CocoaError(.fileNoSuchFile) }
        return 1
      } until: {
        $0 > 1
      }
    }
    #expect(report.issues.map(\.line) == [line])
    #expect(report.issues.map(\.file) == ["FailureTests.swift"])
  }

  /// XCTest leaves the test at a failure with the setting false, and what follows would be lost.
  @Test(arguments: [(true, 3), (false, 2)])
  func `only a step's last failure ends a test that stops early`(failsTest: Bool, failures: Int) async {
    let seen = await withCheckedContinuation { done in
      DispatchQueue.main.async {
        let testCase = EndingTestCase(name: "-[EndingTestCase testSignIn]") { testCase in
          guard let test = testCase as? EndingTestCase else { return }
          test.continueAfterFailure = false
          test.autoRetry("Sign In", retryAttempts: 0, failTestOnFailure: failsTest) {
            XCTFail("first\nof two lines")
            XCTFail("second\nof two lines")
          } until: {
            true
          }
        }
        MainActor.assumeIsolated { testCase.run() }
        done.resume(returning: testCase.seen)
      }
    }
    // The attempt records two issues, which are held back.
    #expect(Array(seen.dropFirst(2)) == Array(repeating: true, count: failures - 1) + [false])
  }
}

private final class EndingTestCase: RetryableTestCase {
  /// The setting at each failure.
  var seen: [Bool] = []

  override func record(_ issue: XCTIssue) {
    seen.append(continueAfterFailure)
    super.record(issue)
  }
}
