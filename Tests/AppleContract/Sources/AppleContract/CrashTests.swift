import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// A crash is told from a launch that failed, by the base class of the documentation in both language modes.
@Suite(.serialized) struct CrashTests {
  /// Runs a test on an application that does not run yet, and on which each deed that fails is an issue.
  private static func visit<TestCase: XCTestCase>(
    _ onLaunch: @escaping @MainActor @Sendable (FakeApplication) -> Void,
    onTap: @escaping @MainActor @Sendable (FakeApplication, String) -> Void = { _, _ in },
    _ test: @escaping @MainActor @Sendable (TestCase) -> Void
  ) async -> UITestTests.Visit {
    await Task.detached {
      await UITestTests.visit(strict(onLaunch, onTap), in: .onClockOfApplication, test, later: { _ in })
    }.value
  }

  @MainActor private static func strict(
    _ onLaunch: @escaping @MainActor @Sendable (FakeApplication) -> Void,
    _ onTap: @escaping @MainActor @Sendable (FakeApplication, String) -> Void
  ) -> FakeApplication {
    let app = FakeApplication(onLaunch: onLaunch, onTap: onTap)
    app.isStrict = true
    return app
  }

  @Test func `a first launch that fails is a flake, and has no picture`() async {
    let onLaunch: @MainActor @Sendable (FakeApplication) -> Void = { app in
      if app.launches == 1 { app.failToLaunch() } else { app.elements = ["Sign In"] }
    }
    let visits = [
      await Self.visit(onLaunch) { (test: UITests5.AccountUITests) in test.launchWithRetries() },
      await Self.visit(onLaunch) { (test: UITests6.AccountUITests) in test.launchWithRetries() },
    ]
    for visit in visits {
      visit.expect(recovered: ["Launch"], events: [])
      #expect(visit.outline.contains("[WITHHELD: 0]"))
      #expect(visit.attachments == ["screen.png", "elements.txt", "♻️ Launch.jsonl"])
    }
  }

  @Test func `so is a launch that fails after one that came up`() async {
    let visit = await Self.visit { app in
      if app.launches == 2 { app.failToLaunch() } else { app.elements = ["Sign In"] }
    } _: { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
      test.launchWithRetries()
    }
    visit.expect(recovered: ["Launch"], events: [])
    #expect(visit.launches == 3)
  }

  @Test func `an application that hangs after its launch is launched again, with a picture`() async {
    let visit = await Self.visit { app in
      app.elements = ["Sign In"]
      if app.launches == 1 { app.hang() }
    } _: { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
    }
    visit.expect(recovered: ["Launch"], events: [])
    #expect(visit.attachments.count == 5)
    #expect(visit.time == .seconds(10))
    #expect(visit.outline.contains("Cure: resetting"))
  }

  @Test func `a tap on an application that hangs is a flake of its step`() async {
    let visit = await Self.visit { app in
      app.elements = ["Name", "Sign In"]
    } onTap: { app, label in
      if app.launches == 1 { app.hang() } else if label == "Sign In" { app.elements.insert("Hello, Ada") }
    } _: { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
      test.signInWithRetries()
    }
    #expect(visit.issues == [])
    #expect(visit.outline.contains("timed out while evaluating UI query"))
    #expect(visit.launches == 2)
  }

  @Test func `an application that crashes in an attempt ends the step, without a picture`() async {
    let line = #line + 7
    let visit = await Self.visit { app in
      app.elements = ["Name", "Sign In"]
    } onTap: { app, label in
      if label == "Sign In" { app.end() }
    } _: { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
      test.signInWithRetries()
    }
    #expect(visit.issues.map(\.line) == [line])
    #expect(visit.issues.first?.message.contains("action: Sign In: The app has crashed. No more") == true)
    #expect(visit.launches == 1)
    #expect(visit.attachments == [])
  }

  @Test func `an application that crashes in each launch uses up the attempts`() async {
    let visit = await Self.visit { app in
      app.end()
    } _: { (test: UITests6.AccountUITests) in
      test.launchWithRetries()
    }
    #expect(visit.launches == 4)
    #expect(visit.issues.last?.message.contains("Launch failed: 4 attempts (the first and 3 retries) in") == true)
  }

  /// Each deed, and the verdict on the application after it.
  @Test func `an application that the test has ended, or sent to the background, has not crashed`() async {
    let visit = await Self.visit { _ in
    } _: { (test: UITests6.AccountUITests) in
      let app = test.app
      @MainActor func check(_ expected: Bool, after deed: String) {
        let hasCrashed = app.hasCrashed
        #expect(hasCrashed == expected, "\(deed)")
      }
      check(false, after: "nothing")
      app.launch()
      app.terminate()
      check(false, after: "terminate")
      app.activate()
      app.resetAuthorizationStatus(for: .camera)
      check(false, after: "reset")
      app.launch()
      FakeApplication.current.state = .runningBackground
      check(false, after: "home")
      FakeApplication.current.end()
      check(true, after: "crash in the background")
      app.activate()
      check(false, after: "activate")
      FakeApplication.current.end()
      check(true, after: "crash after activate")
      app.terminate()
      app.activate()
      FakeApplication.current.end()
      check(true, after: "crash after activate, at which nobody looked")
      app.terminate()
      FakeApplication.current.state = .runningForeground
      check(false, after: "a link")
      FakeApplication.current.end()
      check(true, after: "crash after a link")
    }
    #expect(visit.issues == [])
  }
}
