import Foundation
import XCTest

@testable import TargetedAutoRetry

/// A user's test case whose test is the closure of a scenario.
final class ContractTestCase: XCTestCase, TargetedAutoRetry {
  func collectEvidence(of attempt: AttemptEvidence) {
    guard attempt.actionDescription == "Look", attempt.failure != nil else { return }
    attempt.attach("picture", named: "screen.png")
  }
}

/// A user's test case that withholds issues.
final class RetryableContractTestCase: RetryableTestCase {}

/// The state of XCTest and of the console after a scenario.
struct Report: Sendable {
  struct Issue: Equatable, Sendable {
    let message: String
    let file: String?
    let line: Int?
  }

  struct Attachment: Equatable, Sendable {
    let name: String?
    let isKept: Bool
    let contents: String
  }

  let activities: [Activity]
  let issues: [Issue]
  let attachments: [Attachment]
  let console: [String]

  /// The activities as an outline.
  var outline: String { activities.map(\.description).joined(separator: "\n") }
}

/// Runs the scenario as an XCTest test on the main thread, outside the calling Swift Testing test.
///
/// - Parameter environment: The variables of the process that the log reads.
func runAsXCTest(
  environment: [String: String] = ["XCTestConfigurationFilePath": ""],
  _ scenario: @escaping @Sendable (ContractTestCase) throws -> Void
) async -> Report {
  await run(environment: environment, scenario)
}

/// Runs the scenario in a test case that withholds issues.
func runAsRetryableTest(_ scenario: @escaping @Sendable (RetryableContractTestCase) throws -> Void) async -> Report {
  await run(environment: ["XCTestConfigurationFilePath": ""], scenario)
}

/// Runs the scenario in a test case of any class.
func runAsTest<TestCase: XCTestCase>(
  of _: TestCase.Type,
  sink: (any RetryEventSink)? = nil,
  _ scenario: @escaping @Sendable (TestCase) throws -> Void
) async -> Report {
  await run(environment: ["XCTestConfigurationFilePath": ""], sink: sink, scenario)
}

private func run<TestCase: XCTestCase>(
  environment: [String: String],
  sink: (any RetryEventSink)? = nil,
  _ scenario: @escaping @Sendable (TestCase) throws -> Void
) async -> Report {
  let console = Locked<[String]>([])
  let log = ActivityLog(
    console: ConsoleLog(level: .all, write: { line in console.withLock { $0.append(line) } }),
    environment: environment
  )
  return await Task.detached { @MainActor in
    let testCase = TestCase(name: "-[ContractTestCase testScenario]") { testCase in
      guard let testCase = testCase as? TestCase else { return }
      try scenario(testCase)
    }
    Surroundings.$current.withValue(.with(world: .live(with: log, sink))) { testCase.run() }
    return Report(
      activities: testCase.activities,
      issues: testCase.issues.map(Report.Issue.init),
      attachments: testCase.attachments.map(Report.Attachment.init),
      console: console.withLock { $0.map { $0.replacing(#/^    t = +\d+\.\d\ds /#, with: "") } }
    )
  }.value
}

extension World {
  /// The environment of a real step, except for the log.
  static func live(with log: ActivityLog, _ sink: (any RetryEventSink)? = nil) -> World {
    World(
      timekeeper: current.timekeeper,
      sinks: [log, sink].compactMap { $0 },
      recordFailure: current.recordFailure,
      reportRecovery: current.reportRecovery,
      attachToTest: current.attachToTest
    )
  }
}

extension World {
  /// The environment of a real step, except for the log and the clock, which is that of the application.
  static var onClockOfApplication: World {
    World(
      timekeeper: Timekeeper(
        origin: Date(),
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

extension Report.Attachment {
  init(_ attachment: XCTAttachment) {
    self.init(
      name: attachment.name,
      isKept: attachment.lifetime == .keepAlways,
      contents: String(decoding: attachment.contents, as: UTF8.self)
    )
  }
}

extension Report.Issue {
  init(_ issue: XCTIssue) {
    let location = issue.sourceCodeContext.location
    self.init(message: issue.compactDescription, file: location?.fileURL.lastPathComponent, line: location?.lineNumber)
  }
}
