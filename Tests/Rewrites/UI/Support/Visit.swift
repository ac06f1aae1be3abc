import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

/// A test case with hand-written waits and retries.
@MainActor class Before: XCTestCase {
  let app = XCUIApplication()
}

/// The same test case with this library.
class After: RetryableUITestCase {
  let app = XCUIApplication()
}

/// The result of a test that called a helper.
struct Visit<Answer: Sendable>: Sendable {
  struct Failure: Equatable, Sendable {
    let message: String
    let file: String?
    let line: Int?
  }

  /// The value that the helper returned; nil if it threw.
  let answer: Answer?
  let failures: [Failure]
  /// The actions of the user.
  let events: [String]
  let launches: Int
  /// The time that the helper took, by the clock of the application.
  let time: Duration
  let attachments: [String?]
  let wasSkipped: Bool
  /// The activities of the test, as an outline.
  let log: String

  var hasPassed: Bool { failures.isEmpty && !wasSkipped }
  /// The number of times that the user did this.
  func count(_ event: String) -> Int { events.count { $0 == event } }
}

/// A test with a helper before and after, both with the same script.
struct Comparison<Answer: Sendable>: Sendable {
  let before: Visit<Answer>
  let after: Visit<Answer>

  /// - Parameter script: Makes the application. It is called for each test.
  init(
    _ script: @escaping @MainActor @Sendable () -> FakeApplication,
    before: @escaping @MainActor @Sendable (Before) throws -> Answer,
    after: @escaping @MainActor @Sendable (After) throws -> Answer
  ) async {
    await self.init(script, Before.self, before, After.self, after)
  }

  init<Old: XCTestCase, New: XCTestCase>(
    _ script: @escaping @MainActor @Sendable () -> FakeApplication,
    _: Old.Type,
    _ before: @escaping @MainActor @Sendable (Old) throws -> Answer,
    _: New.Type,
    _ after: @escaping @MainActor @Sendable (New) throws -> Answer
  ) async {
    self.before = await Task.detached { @MainActor in visit(script(), before) }.value
    self.after = await Task.detached { @MainActor in visit(script(), after) }.value
  }

  var both: [Visit<Answer>] { [before, after] }

  /// Expects that both tests pass, or that both fail once, at the call of the helper and with these words.
  func expect(
    _ succeeds: Bool,
    else words: (before: String, after: String),
    line: Int? = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (visit, words) in [(before, words.before), (after, words.after)] {
      #expect(visit.failures.map(\.line) == (succeeds ? [] : [line]), sourceLocation: sourceLocation)
      #expect(visit.failures.allSatisfy { $0.message.contains(words) }, sourceLocation: sourceLocation)
    }
  }
}

@MainActor private func visit<TestCase: XCTestCase, Answer: Sendable>(
  _ app: FakeApplication,
  _ test: @escaping @MainActor @Sendable (TestCase) throws -> Answer
) -> Visit<Answer> {
  FakeApplication.current = app
  let answer = Locked<Answer?>(nil)
  let testCase = TestCase(name: "-[UITests testHelper]") { testCase in
    try MainActor.assumeIsolated {
      guard let testCase = testCase as? TestCase else { return }
      let value = try test(testCase)
      answer.withLock { $0 = value }
    }
  }
  Surroundings.$current.withValue(.with(world: .onClockOfApplication)) { testCase.run() }
  return Visit(
    answer: answer.withLock { $0 },
    failures: testCase.issues.map(Visit.Failure.init),
    events: app.events,
    launches: app.launches,
    time: app.now,
    attachments: testCase.attachments.map(\.name),
    wasSkipped: testCase.testRun?.hasBeenSkipped ?? false,
    log: testCase.activities.map(\.description).joined(separator: "\n")
  )
}

extension Visit.Failure {
  fileprivate init(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    self.init(message: issue.compactDescription, file: location?.fileURL.lastPathComponent, line: location?.lineNumber)
  }
}

extension World {
  /// The world of real steps, except for the clock.
  static var onClockOfApplication: World {
    World(
      timekeeper: Timekeeper(
        origin: Foundation.Date(),
        now: { MainActor.assumeIsolated { FakeApplication.current.now } },
        block: { time in MainActor.assumeIsolated { FakeApplication.current.pass(time) } },
        sleep: { time in await FakeApplication.current.pass(time) }
      ),
      sinks: [
        ActivityLog(
          console: ConsoleLog(level: .all, write: { _ in }),
          environment: ["XCTestConfigurationFilePath": ""]
        )
      ],
      recordFailure: current.recordFailure,
      reportRecovery: current.reportRecovery,
      attachToTest: current.attachToTest
    )
  }
}
