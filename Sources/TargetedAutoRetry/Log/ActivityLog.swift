#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  /// Shows the lines of a step as activities of XCTest, nested like the steps, so that the test report has them.
  ///
  /// The lines go to the console if XCTest offers no activities: off the main thread, outside an XCTest test case, and
  /// under `swift test`, which stops the process at the first activity.
  struct ActivityLog: PartRunner {
    private let console: ConsoleLog
    private let runsUnderXcode: Bool

    init(level: LogLevel, environment: [String: String] = ProcessInfo.processInfo.environment) {
      self.init(console: ConsoleLog(level: level), environment: environment)
    }

    init(console: ConsoleLog, environment: [String: String]) {
      self.console = console
      // Neither variable is documented, so only the presence of one counts.
      runsUnderXcode = ["XCTestConfigurationFilePath", "__XCODE_BUILT_PRODUCTS_DIR_PATHS"]
        .contains { environment[$0] != nil }
    }

    func isEnabled(for kind: RetryEvent.Kind) -> Bool { console.isEnabled(for: kind) }

    func receive(_ event: RetryEvent) {
      guard hasActivities(for: event) else { return console.receive(event) }
      let label = console.stepsSideBySide.label(for: event)
      guard console.level.includes(event.kind) else { return }
      for line in event.logLines { runActivity(named: label + line) {} }
    }

    func receive(_ event: RetryEvent, during body: () -> Void) {
      guard hasActivities(for: event), console.level.includes(event.kind), let line = event.logLines.first else {
        receive(event)
        return body()
      }
      runActivity(named: console.stepsSideBySide.label(for: event) + line, body)
    }

    private func hasActivities(for event: RetryEvent) -> Bool {
      guard let test = event.test, !test.runsBesideOthers else { return false }
      return runsUnderXcode && Thread.isMainThread
    }

    /// Call it on the main thread.
    private func runActivity(named name: String, _ body: () -> Void) {
      withoutActuallyEscaping(body) { body in
        // The closure stays on the main thread: the activity runs it at once.
        nonisolated(unsafe) let body = body
        MainActor.assumeIsolated {
          XCTContext.runActivity(named: name) { _ in body() }
        }
      }
    }
  }
#endif
