import Foundation
import TargetedAutoRetry
import XCTest

/// Facts about an application that is launched, crashes, and asks for something.
final class ApplicationTests: FactTestCase {
  func testLaunch() {
    app.launch()
    note(.launched, verdict)
    note(.words, app.buttons["Count"].description)
    let missing = app.buttons["Missing"]
    note(.missing, "\(missing.isTappable ? "is" : "is not"), and fails \(noted.all.isEmpty ? "nothing" : noted.texts)")
    app.terminate()
    note(.terminated, verdict)
  }

  func testCrash() {
    app.launch()
    autoRetry(
      mainAction: app.buttons["Crash"].tap,
      successCondition: { !app.wait(for: .notRunning, timeout: 10) },
      actionDescription: "Crash",
      retryAttempts: 0,
      failTestOnFailure: false
    )
    note(.crashed, verdict)
    note(.issuesOfCrash, noted.texts)
  }

  func testCrashInLaunch() {
    app.launchArguments = ["-crash"]
    app.launch()
    _ = app.wait(for: .notRunning, timeout: 5)
    note(.crashedInLaunch, verdict)
    note(.issuesOfLaunch, noted.texts)
  }

  func testReset() {
    app.launch()
    app.resetAuthorizationStatus(for: .contacts)
    let isGone = app.wait(for: .notRunning, timeout: 5)
    note(.reset, "\(isGone ? "does not run" : "runs"), \(verdict)")
  }

  func testMonitor() {
    app.resetAuthorizationStatus(for: .contacts)
    app.launch()
    note(.monitor, "not called")
    let monitor = addUIInterruptionMonitor(withDescription: "Contacts") { alert in
      let attempt = RetryAttempt.current.map { "attempt \($0.number)" } ?? "no attempt"
      Notebook.shared.note(.monitor, "on \(Thread.isMainThread ? "the main" : "another") thread, in \(attempt)")
      alert.buttons.element(boundBy: 0).tap()
      return true
    }
    autoRetry(
      mainAction: {
        app.buttons["Ask"].tap()
        app.buttons["Count"].tap()
      },
      successCondition: { app.staticTexts["1 times"].waitForExistence(timeout: 5) },
      actionDescription: "Count",
      retryAttempts: 0,
      failTestOnFailure: false
    )
    removeUIInterruptionMonitor(monitor)
  }

  private var verdict: String { app.hasCrashed ? "has crashed" : "has not crashed" }
}
