import Foundation
import Testing

@testable import TargetedAutoRetry

/// Whose an issue is, as a table.
@Suite struct IssueOwnerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let origin: IssueOrigin
    let owner: IssueOwner
  }

  static let rows = [
    Row(
      testDescription: "code of an attempt",
      origin: IssueOrigin(attempt: .isOpen, isKnown: true, runsInTask: true, isSomethingOpen: true),
      owner: .attempt
    ),
    Row(
      testDescription: "code of an attempt inside of a flaky scope",
      origin: IssueOrigin(attempt: .isOpen, flakyPart: .isOpen, isKnown: true),
      owner: .attempt
    ),
    Row(
      testDescription: "a block that a run loop of an attempt runs",
      origin: IssueOrigin(attempt: .isOpen, isInRunLoop: true, isKnown: true, isSomethingOpen: true),
      owner: .test(.isInRunLoop)
    ),
    Row(
      testDescription: "a block that a run loop of a flaky scope runs",
      origin: IssueOrigin(flakyPart: .isOpen, isInRunLoop: true, isKnown: true, isSomethingOpen: true),
      owner: .test(.isInRunLoop)
    ),
    Row(
      testDescription: "late code of an attempt, although another is open",
      origin: IssueOrigin(attempt: .isOver, isKnown: true, isSomethingOpen: true),
      owner: .test(.attemptIsOver)
    ),
    Row(
      testDescription: "late code of an attempt inside of a flaky scope that is open",
      origin: IssueOrigin(attempt: .isOver, flakyPart: .isOpen, isKnown: true),
      owner: .test(.attemptIsOver)
    ),
    Row(
      testDescription: "code of a flaky scope",
      origin: IssueOrigin(flakyPart: .isOpen, isKnown: true, runsInTask: true),
      owner: .flakyPart
    ),
    Row(
      testDescription: "late code of a flaky scope",
      origin: IssueOrigin(flakyPart: .isOver, isKnown: true, isSomethingOpen: true),
      owner: .test(.flakyPartIsOver)
    ),
    Row(
      testDescription: "reset steps, while an attempt is open",
      origin: IssueOrigin(isKnown: true, isSomethingOpen: true),
      owner: .test(nil)
    ),
    Row(
      testDescription: "code that nothing is around and nothing beside",
      origin: IssueOrigin(runsInTask: true),
      owner: .test(nil)
    ),
    Row(
      testDescription: "a task beside an attempt",
      origin: IssueOrigin(runsInTask: true, isSomethingOpen: true),
      owner: .test(.isOutside)
    ),
    Row(
      testDescription: "the failure of a step beside an attempt",
      origin: IssueOrigin(runsInTask: true, isOwnFailure: true, isSomethingOpen: true),
      owner: .test(nil)
    ),
    Row(
      testDescription: "the body on the main thread beside an attempt on another",
      origin: IssueOrigin(isOnMainThread: true, isSomethingOpen: true),
      owner: .test(.isOutside)
    ),
    Row(
      testDescription: "a thread beside an attempt, although that may have started it",
      origin: IssueOrigin(isSomethingOpen: true),
      owner: .test(.isOnUnknownThread)
    ),
    Row(
      testDescription: "the failure of a step on such a thread",
      origin: IssueOrigin(isOwnFailure: true, isSomethingOpen: true),
      owner: .test(.isOnUnknownThread)
    ),
    Row(
      testDescription: "a thread beside nothing",
      origin: IssueOrigin(),
      owner: .test(nil)
    ),
  ]

  @Test(arguments: rows)
  func `an issue is withheld only where it is known whose it is`(row: Row) {
    #expect(IssueOwner(of: row.origin) == row.owner)
  }

  @Test(
    arguments: [
      ([], .whatIsAround),
      ([.mayBeFollowed], .attempt(0)),
      ([.isOver], .nobody),
      ([.isLast], .whatIsAround),
      ([.isLast, .mayBeFollowed], .attempt(1)),
      ([.isLast, .isLast], .whatIsAround),
      ([.isLast, .isOver, .mayBeFollowed], .nobody),
      ([.isOver, .mayBeFollowed], .nobody),
      ([.mayBeFollowed, .isOver], .attempt(0)),
    ] as [([IssueOwner.Attempt], IssueOwner.Keeper)]
  )
  func `a last attempt leaves its issues to what is around`(attempts: [IssueOwner.Attempt], keeper: IssueOwner.Keeper) {
    #expect(IssueOwner.keeper(among: attempts) == keeper)
  }
}

@Suite struct SameErrorTests {
  struct Broken: Error, Equatable {}
  final class Object: Error {}

  @Test func `an error that is caught and thrown again is the same, and an equal one is not`() {
    func thrown(_ body: () throws -> Void) -> any Error {
      do { try body() } catch { return error }
      return CancellationError()
    }
    let error = thrown { throw Broken() }
    #expect(SameError(error).matches(error))
    #expect(SameError(error).matches(thrown { throw error }))
    #expect(!SameError(error).matches(thrown { throw Broken() }))
  }

  @Test func `an object is the same error in any box`() {
    let object = Object()
    #expect(SameError(object).matches(object))
    #expect(!SameError(object).matches(Object()))
  }
}

#if os(Linux)
  /// The promise, seen from outside: a test passes only if everything that failed in it was cured.
  @Suite struct OwnershipTests {
    private func errors(of run: Fixtures.Run) -> [String] {
      run.lines.filter { $0.contains(": error: ") }
    }

    @Test(arguments: [
      "ExhaustedBesideSlowStep", "OneOfAHundredInAGroup", "OneOfAHundredOnThreads", "AssertionInBodyBesideStep",
      "AssertionInBodyBesideThread", "ThreadInFlakyPart", "AssertionInResetStepsBesideAttempt",
      "AssertionBesideFlakyPart",
      "ThreadBesideTwoAttempts", "LateIssueInNextStep", "LateIssueOfAnotherRun", "StepIsStillRunningWhenTheTestEnds",
      "IssueInLateCheckThatRunsOutOfTime", "TearDownThrowsAfterPart", "TearDownBlockThrowsAfterPart",
      "OtherErrorAfterPart", "EqualErrorAfterPart", "AbortInLateCheck", "AbortOfSwallowedValueStep", "AbortAndSkip",
      "ExpectationOfRerun", "ExpectationWithoutError",
    ])
    func `what nobody has cured is red in XCTest`(test: String) throws {
      let run = try Fixtures.runXCTest("OwnershipFixture/testRed\(test)")
      #expect(run.exitCode == 1, "\(run.output)")
      #expect(errors(of: run).count >= 1)
    }

    @Test(arguments: [
      "SameErrorThrownAgain", "ErrorThrownAndSwallowed", "ExpectationOfFirstRun",
      "AsManyRerunsAsAnIntegerCounts",
    ])
    func `what was cured is green in XCTest`(test: String) throws {
      let run = try Fixtures.runXCTest("OwnershipFixture/testGreen\(test)")
      #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test func `an issue that comes in the next test fails that`() throws {
      let tests = (1...2).map { "OwnershipFixture/testRedLateIssueOfAnotherTest\($0)" }
      let run = try Fixtures.runXCTest(tests.joined(separator: ",Fixtures."))
      #expect(run.exitCode == 1, "\(run.output)")
      let line = try #require(run.log.first { $0.contains("🚨 [NOT WITHHELD]") })
      #expect(line.hasSuffix("(the attempt that it is from is over)"))
    }

    @Test(arguments: [
      (
        "AssertionInBodyBesideStep", "in the body",
        "it is from code outside of the attempts and flaky scopes that are open"
      ),
      ("LateIssueInNextStep", "late", "the attempt that it is from is over"),
      ("LateIssueOfAnotherRun", "late", "the flaky scope that it is from is over"),
      (
        "ThreadBesideTwoAttempts", "from a thread",
        "it is from a thread that no attempt was carried into; take RetryScope.current in the attempt and perform on it"
      ),
      ("StepIsStillRunningWhenTheTestEnds", "withheld so far", "its step was still running when the test was over"),
    ])
    func `the log says why an issue is a failure at once`(test: String, issue: String, reason: String) throws {
      let log = try Fixtures.runXCTest("OwnershipFixture/testRed\(test)").log
      let line = try #require(log.first { $0.contains("🚨 [NOT WITHHELD]") })
      #expect(line.contains(issue) && line.hasSuffix("(\(reason))"), "\(line)")
    }

    @Test(arguments: [("ErrorOfStepHasItsPlace", "step that threw"), ("ValueStepHasItsPlace", "value step that threw")])
    func `an error that ends a step and the test has the place of the step`(test: String, mark: String) throws {
      let run = try Fixtures.runXCTest("OwnershipFixture/testRed\(test)")
      let place = try Mark(mark, in: "OwnershipFixture.swift")
      #expect(errors(of: run).count == 1)
      #expect(errors(of: run).first?.hasPrefix("\(place): error: ") == true)
      #expect(run.output.contains("with 1 failure (1 unexpected)"))
    }

    @Test func `the gate measures and does not disturb`() throws {
      let variables = ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
      let run = try Fixtures.runXCTest("OwnershipFixture/testGateRecovers", variables)
      #expect(run.exitCode == 1)
      #expect(errors(of: run).count == 1)
      #expect(!run.output.contains("[FLAKY]"))
      #expect(!run.log.contains { $0.contains("NEW RETRY ACTION: 1] Outer") })
      let suite = try Fixtures.runSwiftTesting("OwnershipSuiteFixture/gateRecovers", variables)
      #expect(suite.exitCode == 1)
      #expect(suite.lines.filter { $0.contains("recorded an issue at") }.count == 1)
      #expect(!suite.output.contains("Re-running"))
      #expect(!suite.log.contains { $0.contains("NEW RETRY ACTION: 1] Outer") })
      let plain = try Fixtures.runXCTest("StepFixture/testRecovered", variables)
      #expect(plain.exitCode == 1)
      #expect(!plain.output.contains("[HINT]"))
    }

    @Test(arguments: [
      "ExhaustedBesideSlowStep", "OtherErrorAfterPart", "OtherIssueAfterPart", "LateIssueOfAnotherRun",
      "LateIssueInNextAttemptAround", "IssueInLateCheckThatRunsOutOfTime", "AbortInLateCheck",
      "AbortOfSwallowedValueStep",
    ])
    func `what nobody has cured is red in Swift Testing`(test: String) throws {
      let run = try Fixtures.runSwiftTesting("OwnershipSuiteFixture/red\(test)\\(")
      #expect(run.exitCode == 1, "\(run.output)")
    }

    @Test(arguments: ["SameErrorThrownAgain", "IssueWithErrorInPart", "AsManyRerunsAsAnIntegerCounts"])
    func `what was cured is green in Swift Testing`(test: String) throws {
      let run = try Fixtures.runSwiftTesting("OwnershipSuiteFixture/green\(test)\\(")
      #expect(run.exitCode == 0, "\(run.output)")
    }
  }
#endif
