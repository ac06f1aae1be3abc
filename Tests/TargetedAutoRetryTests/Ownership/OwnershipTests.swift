import Foundation
import Testing

@testable import TargetedAutoRetry

/// The owners of issues, as a table.
@Suite struct IssueOwnerTests {
  /// What no test sees from outside.
  static let rows: [(what: String, origin: IssueOrigin, owner: IssueOwner)] = [
    (
      "the failure of a step next to an attempt",
      IssueOrigin(isBesideOpenCode: true, isFromStep: true), .test(nil)
    ),
    (
      "the failure of a step on a thread next to an attempt, although that may have started it",
      IssueOrigin(isBesideOpenCode: true, isOnUnknownThread: true, isFromStep: true), .test(.isOnUnknownThread)
    ),
    ("a last attempt in one that may be followed", IssueOrigin(around: [.passesOn, .keeps]), .place),
    (
      "a last attempt in one that has ended, and that in another",
      IssueOrigin(around: [.passesOn, .refuses(.attemptIsOver), .keeps]), .test(nil)
    ),
    (
      "an attempt that may be followed in one that has ended",
      IssueOrigin(around: [.keeps, .refuses(.attemptIsOver)]), .place
    ),
  ]

  @Test(arguments: rows)
  func `an issue is held back only if its owner is known`(what: String, origin: IssueOrigin, owner: IssueOwner) {
    #expect(IssueOwner(of: origin) == owner, "\(what)")
  }
}

#if os(Linux)
  /// The promise, seen from outside: a test passes only if a success forgave every failure in it.
  @Suite struct OwnershipTests {
    @Test(arguments: [
      "ExpectationOfRerun", "StoredErrorAfterPart", "ErrorOfForgivenAttempt",
      "ErrorOfForgivenAttemptBesideAWithheldIssue", "ErrorOfEarlierRun",
    ])
    func `a failure that no success forgave is red in XCTest`(test: String) async throws {
      let run = try await Fixtures.runXCTest("OwnershipFixture/testRed\(test)")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.errors.count >= 1)
    }

    @Test func `a failure outside every scope prevents a re-run`() async throws {
      let run = try await Fixtures.runXCTest("OwnershipFixture/testRedStoredErrorAfterPart")
      #expect(run.exitCode == 1 && !run.output.contains("Re-running"), "\(run.output)")
    }

    @Test(arguments: ["ExpectationOfFirstRun", "AsManyRerunsAsAnIntegerCounts"])
    func `a forgiven failure is green in XCTest`(test: String) async throws {
      let run = try await Fixtures.runXCTest("OwnershipFixture/testGreen\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test(arguments: [
      (
        "AssertionInBodyBesideStep", "in the body",
        "it was recorded outside the open attempts and flaky scopes, or in a RetryScope that was taken outside them"
      ),
      ("LateIssueInNextStep", "late", "its attempt has finished"),
    ])
    func `an issue of other code is red, and the log says why`(test: String, issue: String, reason: String) async throws
    {
      let run = try await Fixtures.runXCTest("OwnershipFixture/testRed\(test)")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(run.errors.count >= 1)
      let line = try #require(run.log.first { $0.contains("🚨 [NOT WITHHELD]") })
      #expect(line.contains(issue) && line.hasSuffix("(\(reason))"), "\(line)")
    }

    @Test(arguments: [
      ("AfterAForgivenAttempt", "in the body"), ("InResetSteps", "in the reset steps"),
    ])
    func `an assertion that throws is one failure`(test: String, mark: String) async throws {
      let run = try await Fixtures.runXCTest("OwnershipFixture/testRedUnwrap\(test)")
      let place = try Mark(mark, in: "OwnershipFixture.swift")
      #expect(run.errors.count == 1, "\(run.errors)")
      #expect(run.errors.first?.hasPrefix("\(place): error: ") == true)
    }
  }
#endif
