import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests6

// Recipes for waits and for alerts in front of the application.
extension RecipeTests {
  @Test func `a spinner that comes back is waited for as well`() async {
    let visit = await Self.visit {
      let app = FakeApplication()
      app.elements = ["Loading"]
      app.after(.seconds(2)) { $0.elements = [] }
      app.after(.milliseconds(2500)) { $0.elements = ["Loading"] }
      app.after(.seconds(4)) { $0.elements = [] }
      return app
    } recipe: {
      $0.waitUntilLoaded()
    }
    visit.expect(recovered: [], events: [])
    #expect(visit.time >= .seconds(5) && visit.time < .seconds(6))
  }

  @Test func `a spinner that stays fails the test`() async {
    let visit = await Self.visit {
      let app = FakeApplication()
      app.elements = ["Loading"]
      return app
    } recipe: {
      $0.waitUntilLoaded()
    }
    #expect(visit.issues.map(\.file) == ["WaitUntilGone.swift"])
    #expect(visit.issues.first?.message.contains("Waited in vain for: Loaded.") == true)
  }

  @Test(arguments: [0, 40])
  func `a list is scrolled until the cell is there, which is no retry`(needed: Int) async {
    let visit = await Self.visit {
      var swipes = 0
      let app = FakeApplication()
      app.elements = needed == 0 ? ["Berlin"] : []
      app.onSwipe = { app, _ in
        swipes += 1
        if swipes == needed { app.elements = ["Berlin"] }
      }
      return app
    } recipe: {
      $0.scroll(to: "Berlin").tap()
    }
    visit.expect(recovered: [], events: Array(repeating: "swipe up", count: needed) + ["tap Berlin"])
  }

  @Test func `a monitor for one step answers in its attempts, and no longer`() async {
    let visit = await Self.visit {
      Self.shopThatNotifies(atTaps: [1, 2])
    } recipe: { test in
      test.allowingNotifications { test.tap("More", untilButton: "Share") }
      test.app.buttons["More"].tap()
      // With no monitor the alert stays in the way.
      #expect(FakeApplication.current.interruption != nil)
    }
    visit.expect(recovered: [], events: ["tap More", "tap Allow", "tap More"])
  }

  @Test func `a monitor that cannot help leaves the attempt to fail, and the next one to try again`() async {
    let visit = await Self.visit {
      let app = Self.shopThatNotifies(atTaps: [1])
      app.elements.remove("Allow")
      app.after(.seconds(1)) { $0.elements.insert("Allow") }
      return app
    } recipe: { test in
      test.allowingNotifications { test.tap("More", untilButton: "Share") }
    }
    visit.expect(recovered: ["Tap More"], events: ["tap More", "tap More", "tap Allow"])
  }

  @Test func `what fails in a monitor belongs to the attempt whose tap was in the way, and the newest is called first`()
    async
  {
    let visit = await Self.visit {
      Self.shopThatNotifies(atTaps: [1])
    } recipe: { test in
      _ = test.addUIInterruptionMonitor(withDescription: "Older") { _ in
        Issue.record("the older monitor was called")
        return true
      }
      _ = test.addUIInterruptionMonitor(withDescription: "Newer") { alert in
        XCTFail("an alert in attempt \(RetryAttempt.current?.number ?? 0)")
        alert.buttons["Allow"].tap()
        return true
      }
      test.tap("More", untilButton: "Share")
    }
    visit.expect(recovered: ["Tap More"], events: ["tap More", "tap Allow", "tap More"])
    #expect(visit.outline.contains("[WITHHELD: 0]") && visit.outline.contains("an alert in attempt 1"))
  }

  /// A shop with an alert in the way of some of its taps.
  @MainActor private static func shopThatNotifies(atTaps interrupted: Set<Int>) -> FakeApplication {
    var taps = 0
    let app = FakeApplication(onTap: { app, label in
      guard label == "More" else { return }
      taps += 1
      app.elements.insert("Share")
      if interrupted.contains(taps + 1) { app.interruption = "Notifications" }
    })
    app.elements = ["More", "Allow"]
    if interrupted.contains(1) { app.interruption = "Notifications" }
    return app
  }

  @Test(arguments: [0, 2])
  func `an alert of the springboard is answered if it comes`(needed: Int) async {
    let visit = await Self.visit {
      var taps = 0
      let app = FakeApplication(onTap: { app, _ in
        taps += 1
        if taps == needed { app.after(.seconds(1)) { $0.elements = [] } }
      })
      if needed > 0 { app.after(.seconds(1)) { $0.elements = ["springboard/Allow"] } }
      return app
    } recipe: {
      $0.answerSpringboard("Allow")
    }
    visit.expect(
      recovered: needed == 0 ? [] : ["Answer Allow"],
      events: Array(repeating: "tap springboard/Allow", count: needed)
    )
  }

  @Test func `a permission that was refused or missed is requested again`() async {
    let visit = await Self.visit {
      let app = FakeApplication(
        onLaunch: { $0.elements = ["Scan"] },
        onTap: { app, label in
          if label == "Scan", app.launches == 1 { app.elements.insert("springboard/Allow") }
          if label == "springboard/Allow" { app.elements = ["Point at a Code"] }
        }
      )
      app.elements = ["Scan"]
      return app
    } recipe: {
      $0.openScanner()
    }
    visit.expect(
      recovered: ["Open Scanner"],
      events: ["tap Scan", "reset camera", "tap Scan", "tap springboard/Allow"]
    )
  }
}
