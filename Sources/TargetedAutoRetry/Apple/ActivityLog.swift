#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  /// Shows the log as nested activities of XCTest, so that the test report includes it.
  ///
  /// It uses the console where XCTest offers no activities: off the main thread, outside an XCTest test case, and under
  /// `swift test`, where the first activity traps.
  struct ActivityLog: RetryEventSink {
    let showsParts = true
    private let console: ConsoleLog
    private let runsUnderXcode: Bool

    init(console: ConsoleLog, environment: [String: String] = ProcessInfo.processInfo.environment) {
      self.console = console
      // Neither variable is documented, so only its presence is used.
      runsUnderXcode = ["XCTestConfigurationFilePath", "__XCODE_BUILT_PRODUCTS_DIR_PATHS"]
        .contains { environment[$0] != nil }
    }

    func receive(_ event: RetryEvent) { receive(event) {} }

    func receive(_ event: RetryEvent, during body: () -> Void) {
      guard hasActivities(for: event) else {
        console.receive(event)
        return body()
      }
      var names = console.level.lines(of: event).map(\.text)
      // The last line names the part of the step that runs inside the activity.
      guard let name = names.popLast() else { return body() }
      for name in names { runActivity(named: name) {} }
      runActivity(named: name, body)
    }

    private func hasActivities(for event: RetryEvent) -> Bool {
      event.test?.framework == .xctest && runsUnderXcode && Thread.isMainThread
    }

    private func runActivity(named name: String, _ body: () -> Void) {
      withoutActuallyEscaping(body) { body in
        // The closure stays on the main thread, because `runActivity` calls it before it returns.
        nonisolated(unsafe) let body = body
        MainActor.assumeIsolated {
          XCTContext.runActivity(named: name) { _ in body() }
        }
      }
    }
  }
#endif
