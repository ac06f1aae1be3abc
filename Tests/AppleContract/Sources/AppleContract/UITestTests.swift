import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// UI tests from the documentation, in both language modes, on a scripted application.
@Suite(.serialized) struct UITestTests {
  /// Shows the sign-in button and, after that many taps, the signed-in account.
  static func shop(signsInAtTap needed: Int) -> @MainActor @Sendable () -> FakeApplication {
    {
      var taps = 0
      return FakeApplication(
        onLaunch: { $0.elements = ["Sign In"] },
        onTap: { app, label in
          switch label {
          case "Sign In":
            taps += 1
            if taps == needed { app.elements.formUnion(["Hello, Ada", "Account", "Ada"]) }
          case "Add Shoes": app.elements.insert("1 Shoes")
          default: break
          }
        }
      )
    }
  }

  @Test func `a sign-in that fails once recovers by a relaunch`() async {
    let app = Self.shop(signsInAtTap: 2)
    let reports = [
      await run(UITests6.AccountUITests.self, on: app) { test in
        test.launchWithRetries()
        test.testAccountShowsTheName()
      },
      await run(UITests5.AccountUITests.self, on: app) { test in
        test.launchWithRetries()
        test.testAccountShowsTheName()
      },
    ]
    for report in reports {
      report.expect(recovered: ["Sign In"])
      #expect(report.launches == 2)
      let files = ["screen.png", "elements.txt", "screen.png", "elements.txt", "♻️ Sign In.jsonl"]
      #expect(report.attachments.map(\.name) == files)
    }
  }

  @Test func `the first UI test of the guide recovers by a relaunch`() async {
    let report = await run(UITests6.FirstUITests.self, on: Self.shop(signsInAtTap: 2)) { $0.testAccountShowsName() }
    report.expect(recovered: ["Sign In"])
    #expect(report.launches == 2)
  }

  @Test func `an asynchronous step works on the main actor`() async {
    let report = await runLater(UITests6.CartUITests.self, on: Self.shop(signsInAtTap: 1)) { test in
      try? await test.setUp()
      try? await test.testCartIsSynchronized()
    }
    #expect(report.issues == [])
    #expect(report.events.last == "tap Add Shoes")
  }

  /// The policy of the class with the hook allows two retries, the default three.
  @Test(arguments: [(3, true), (4, false)])
  func `a main-actor test case of another base class retries`(tap: Int, recovers: Bool) async {
    let app = Self.shop(signsInAtTap: tap)
    let hooked = [
      await run(UITests6.HookedUITests.self, on: app) { test in
        test.app.launch()
        test.testSignIn()
      },
      await runLater(UITests5.HookedUITests.self, on: app) { test in
        test.app.launch()
        await test.testSignInLater()
      },
    ]
    let plain = [
      await runLater(UITests5.PlainUITests.self, on: app) { test in
        test.app.launch()
        await test.testSignInLater()
      },
      await runLater(UITests6.PlainUITests.self, on: app) { test in
        test.app.launch()
        await test.testSignInLater()
      },
    ]
    #expect(hooked.map(\.issues.isEmpty) == [recovers, recovers])
    #expect(plain.map(\.issues.isEmpty) == [true, true])
    #expect(plain.map(\.launches) == [tap, tap])
  }

  @Test func `page objects use the hook of their test`() async {
    let app = Self.shop(signsInAtTap: 1)
    let reports = [
      await run(UITests6.CartUITests.self, on: app) { test in
        test.launchWithRetries()
        test.testPages()
      },
      await run(UITests5.CartUITests.self, on: app) { test in
        test.launchWithRetries()
        test.testPages()
      },
    ]
    for report in reports {
      // The hat never appears: four attempts, each with a picture and the elements.
      #expect(report.issues.map { $0.message.contains("Add to Cart failed: 4 attempts ") } == [true])
      #expect(report.issues.map(\.file) == ["CartUITests.swift"])
      #expect(report.attachments.map(\.name) == (1...4).flatMap { _ in ["screen.png", "elements.txt"] })
    }
  }

  @Test func `a main-actor hook is called only for pages on that actor`() async {
    let app = Self.shop(signsInAtTap: 1)
    let reports = [
      await runLater(UITests6.HookedUITests.self, on: app) { test in await test.testPage() },
      await runLater(UITests5.HookedUITests.self, on: app) { test in await test.testPage() },
    ]
    for report in reports {
      #expect(
        report.issues.map(\.message).map { $0.prefix { $0 != "(" } } == [
          "failed - ♻️♻️♻️❌ [FAIL] Add Hat failed: 3 attempts ",
          "failed - ♻️♻️♻️❌ [FAIL] Elsewhere failed: 4 attempts ",
        ]
      )
    }
    HookedTestCase.asked.withLock { $0 = [] }
    _ = await runLater(HookedTestCase.self) { test in await test.testPages() }
    #expect(HookedTestCase.asked.withLock { $0 } == ["Here", "Here, inside", "Here"])
  }
}

/// A test with a hook on the main actor, and pages that declare nothing.
@MainActor
private final class HookedTestCase: XCTestCase, @MainActor TargetedAutoRetry {
  nonisolated static let asked = Locked<[String]>([])

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    Self.asked.withLock { $0.append(attempt.actionDescription) }
    return .retry
  }

  func testPages() async {
    // From its own step on it is known which test runs.
    step("Own")
    failHere("Here")
    await failElsewhere("Elsewhere")
    await stepLater("Outer") {
      self.failHere("Here, inside")
      await failElsewhere("Elsewhere, inside")
    }
    failHere("Here")
  }

  private func failHere(_ name: String) { CurrentTest().step(name, retries: 0, failsTest: false, until: { false }) }
}

private func failElsewhere(_ name: String) async {
  await Task.yield()
  CurrentTest().step(name, retries: 0, failsTest: false, until: { false })
}
