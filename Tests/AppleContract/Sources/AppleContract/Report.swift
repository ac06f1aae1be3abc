import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

/// The state of XCTest, of the console and of the application after a test.
struct Report: Sendable {
  struct Issue: Equatable, Sendable {
    let message: String
    let file: String?
    let line: Int?
  }

  struct Attachment: Equatable, Sendable {
    let name: String?
    let type: String
    let isKept: Bool
    let contents: String
  }

  let activities: [Activity]
  let issues: [Issue]
  let attachments: [Attachment]
  let console: [String]
  let launches: Int
  /// The actions of the user.
  let events: [String]
  /// The time that the test took, by the clock of the application.
  let time: Duration

  /// The activities as an outline.
  var outline: String { activities.map(\.description).joined(separator: "\n") }

  /// The steps that needed one retry.
  private var recovered: [String] {
    outline.matches(of: /✅ (.+) required 1 retry attempt before success/).map { String($0.1) }
  }

  /// The causes that name neither an element nor a value.
  private var bareCauses: [String] {
    outline.matches(of: /\[CAUSE: \d+\] (.+ was false [^:]+)\n/).map { String($0.1) }
  }

  func expect(recovered steps: [String], events: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(issues == [], sourceLocation: sourceLocation)
    #expect(bareCauses == [], sourceLocation: sourceLocation)
    #expect(recovered == steps, sourceLocation: sourceLocation)
    #expect(events == nil || self.events == events, sourceLocation: sourceLocation)
  }
}

/// A user's test case that attaches a picture in its hook.
final class ContractTestCase: XCTestCase, TargetedAutoRetry {
  func collectEvidence(of attempt: AttemptEvidence) {
    guard attempt.actionDescription == "Show", attempt.failure != nil else { return }
    attempt.attach("picture", named: "screen.png")
  }
}

let underXcode = ["XCTestConfigurationFilePath": ""]

/// Runs a test on the main thread as XCTest does, outside the calling Swift Testing test.
///
/// - Parameters:
///   - app: Makes the application, on whose clock the steps wait; without one, real time passes.
///   - environment: The variables of the process that the log reads.
func run<TestCase: XCTestCase>(
  _: TestCase.Type,
  on app: (@MainActor @Sendable () -> FakeApplication)? = nil,
  environment: [String: String] = underXcode,
  steering: Steering = Steering(),
  _ test: @escaping @MainActor @Sendable (TestCase) throws -> Void
) async -> Report {
  let timekeeper = app == nil ? Dependencies.current.timekeeper : .ofApplication
  return await Task.detached {
    await report(on: app, timekeeper, environment, steering, test) { $0.run() }
  }.value
}

/// Runs an asynchronous test method; the main thread is free while it is suspended, and real time passes.
func runLater<TestCase: XCTestCase>(
  _: TestCase.Type,
  on app: (@MainActor @Sendable () -> FakeApplication)? = nil,
  _ test: @escaping @MainActor @Sendable (TestCase) async -> Void
) async -> Report {
  await Task.detached {
    await report(on: app, Dependencies.current.timekeeper, underXcode, Steering(), { _ in }) { (testCase: TestCase) in
      testCase.start()
      await test(testCase)
      testCase.finish()
    }
  }.value
}

@MainActor private func report<TestCase: XCTestCase>(
  on makeApp: (@MainActor @Sendable () -> FakeApplication)?,
  _ timekeeper: Timekeeper,
  _ environment: [String: String],
  _ steering: Steering,
  _ test: @escaping @MainActor @Sendable (TestCase) throws -> Void,
  run: @MainActor (TestCase) async -> Void
) async -> Report {
  let console = Locked<[String]>([])
  let log = ActivityLog(
    console: ConsoleLog(level: .all, write: { line in console.withLock { $0 += line.components(separatedBy: "\n") } }),
    environment: environment
  )
  let testCase = TestCase(name: "-[ContractTestCase testScenario]") { testCase in
    try MainActor.assumeIsolated {
      if let testCase = testCase as? TestCase { try test(testCase) }
    }
  }
  let app = makeApp?() ?? FakeApplication()
  FakeApplication.current = app
  // Those of a real step, except for the log and the clock.
  let dependencies = Dependencies(
    timekeeper: timekeeper,
    sinks: [log],
    steering: steering,
    recordFailure: Dependencies.current.recordFailure,
    leavesNotices: true,
    attachToTest: Dependencies.current.attachToTest
  )
  await StepEnvironment.$current.withValue(StepEnvironment(in: .current, dependencies: dependencies)) {
    await run(testCase)
  }
  return Report(
    activities: testCase.activities,
    issues: testCase.issues.map(Report.Issue.init),
    attachments: testCase.attachments.map(Report.Attachment.init),
    console: console.withLock { $0.map { $0.replacing(#/^    t = +\d+\.\d\ds /#, with: "") } },
    launches: app.launches,
    events: app.events,
    time: app.now
  )
}

extension Timekeeper {
  /// The clock of the application.
  fileprivate static var ofApplication: Timekeeper {
    Timekeeper(
      origin: Date(),
      now: { MainActor.assumeIsolated { FakeApplication.current.now } },
      block: { time in MainActor.assumeIsolated { FakeApplication.current.pass(time) } },
      sleep: { time in await FakeApplication.current.pass(time) },
      setAlarm: { _, _ in {} }
    )
  }
}

extension Report.Attachment {
  fileprivate init(_ attachment: XCTAttachment) {
    self.init(
      name: attachment.name,
      type: attachment.uniformTypeIdentifier,
      isKept: attachment.lifetime == .keepAlways,
      contents: String(decoding: attachment.contents, as: UTF8.self)
    )
  }
}

extension Report.Issue {
  fileprivate init(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    self.init(message: issue.compactDescription, file: location?.fileURL.lastPathComponent, line: location?.lineNumber)
  }
}
