import Foundation
import Testing
import XCTest

@testable import NonisolatedUITests5
@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// A crash is told from a launch that failed, by the base class of the documentation in both language modes.
@Suite(.serialized) struct CrashTests {
  /// An application that does not run yet, and on which each deed that fails is an issue.
  private static func strict(
    _ onLaunch: @escaping @MainActor @Sendable (FakeApplication) -> Void,
    onTap: @escaping @MainActor @Sendable (FakeApplication, String) -> Void = { _, _ in }
  ) -> @MainActor @Sendable () -> FakeApplication {
    {
      let app = FakeApplication(onLaunch: onLaunch, onTap: onTap)
      app.isStrict = true
      return app
    }
  }

  /// An application one of whose launches fails.
  private static func failing(atLaunch number: Int) -> @MainActor @Sendable () -> FakeApplication {
    strict { app in
      if app.launches == number { app.failToLaunch() } else { app.elements = ["Sign In"] }
    }
  }

  @Test func `a first launch that fails is a flake, with the screen but no elements`() async {
    let reports = [
      await run(UITests5.AccountUITests.self, on: Self.failing(atLaunch: 1)) { $0.launchWithRetries() },
      await run(UITests6.AccountUITests.self, on: Self.failing(atLaunch: 1)) { $0.launchWithRetries() },
    ]
    for report in reports {
      report.expect(recovered: ["Launch"])
      #expect(report.outline.contains("[WITHHELD: 0]"))
      #expect(report.attachments.map(\.name) == ["screen.png", "screen.png", "elements.txt", "♻️ Launch.jsonl"])
    }
  }

  @Test func `an app that hangs after launch is launched again`() async {
    let app = Self.strict { app in
      app.elements = ["Sign In"]
      if app.launches == 1 { app.hang() }
    }
    let report = await run(UITests6.AccountUITests.self, on: app) { $0.launchWithRetries() }
    report.expect(recovered: ["Launch"])
    #expect(report.attachments.count == 5)
    #expect(report.time == .seconds(10))
    #expect(report.outline.contains("Recovered by retrying"))
  }

  @Test func `an app that crashes in an attempt ends the step`() async {
    let app = Self.strict {
      $0.elements = ["Name", "Sign In"]
    } onTap: { app, label in
      if label == "Sign In" { app.end() }
    }
    let line = #line + 3
    let report = await run(UITests6.AccountUITests.self, on: app) { test in
      test.launchWithRetries()
      test.signInWithRetries()
    }
    #expect(report.issues.map(\.line) == [line])
    #expect(report.issues.first?.message.contains("[FAIL] The app has crashed. Auto Retry was told to stop") == true)
    #expect(report.launches == 1)
    #expect(report.attachments.map(\.name) == ["screen.png"])
  }

  @Test func `a nonisolated suite in Swift 5 mode detects a crash`() async {
    let app = Self.strict {
      if $0.launches == 2 { $0.elements = ["Name", "Sign In"] }
    } onTap: { app, label in
      if label == "Sign In" { app.end() }
    }
    let report = await run(NonisolatedUITests5.BaseUITestCase.self, on: app) { test in
      try test.setUpWithError()
      test.signIn(as: "Ada")
    }
    #expect(report.launches == 2)
    #expect(report.issues.count == 1)
    #expect(report.issues.first?.message.contains("[FAIL] The app has crashed. Auto Retry was told to stop") == true)
  }

  @Test func `a main-actor suite in Swift 5 mode uses nonisolated pages`() async {
    let report = await run(OldUITestCase.self, on: Self.failing(atLaunch: 2)) { test in
      try test.setUpWithError()
      OldPage(test: test).launchAgain()
    }
    report.expect(recovered: ["Launch"])
    #expect(report.launches == 3)
  }

  @Test func `an app that crashes at each launch uses up the attempts`() async {
    let report = await run(UITests6.AccountUITests.self, on: Self.strict { $0.end() }) { $0.launchWithRetries() }
    #expect(report.launches == 4)
    #expect(report.issues.last?.message.contains("Launch failed: 4 attempts (the first and 3 retries) in") == true)
  }

  /// Each deed, and the verdict on the application after it.
  @Test func `an app that the test terminated has not crashed`() async {
    let report = await run(UITests6.AccountUITests.self, on: Self.strict { _ in }) { test in
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
      check(true, after: "crash after activate, which nobody checked")
      app.terminate()
      FakeApplication.current.state = .runningForeground
      check(false, after: "a link")
      FakeApplication.current.end()
      check(true, after: "crash after a link")
    }
    #expect(report.issues == [])
  }
}
