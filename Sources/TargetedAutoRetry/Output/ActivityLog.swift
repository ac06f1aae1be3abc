#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  /// Shows the lines of a step as activities of XCTest, nested like the steps, so that the test report has them.
  ///
  /// The lines go to the console if XCTest offers no activities: off the main thread, outside an XCTest test case, and
  /// under `swift test`, which stops the process at the first activity.
  struct ActivityLog: RetryEventSink {
    let showsParts = true
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

    func receive(_ event: RetryEvent) { receive(event) {} }

    func receive(_ event: RetryEvent, during body: () -> Void) {
      guard hasActivities(for: event) else {
        console.receive(event)
        return body()
      }
      var names = console.steps.lines(of: event)
      // The last line is that of the part. If it is left out, there is no activity, and the lines inside have their
      // own.
      guard let name = names.popLast() else { return body() }
      for name in names { runActivity(named: name) {} }
      runActivity(named: name, body)
    }

    private func hasActivities(for event: RetryEvent) -> Bool {
      guard let test = event.test, !test.runsBesideOthers else { return false }
      return runsUnderXcode && Thread.isMainThread
    }

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
