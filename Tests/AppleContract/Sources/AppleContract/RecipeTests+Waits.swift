import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UIRewrites
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

  @Test func `an alert of the system is answered by a monitor, and no retry is needed`() async {
    let visit = await Task.detached {
      await UITestTests.visit(Self.shopThatAsks(), in: .onClockOfApplication, nil) { (test: PermissionUITests) in
        try? await test.setUp()
        test.signInWithRetries()
      }
    }.value
    #expect(visit.issues == [])
    #expect(visit.events.contains("tap Allow"))
    #expect(!visit.outline.contains("RETRY"))
  }

  /// A shop that shows an alert when its first field is tapped.
  @MainActor private static func shopThatAsks() -> FakeApplication {
    FakeApplication(
      onLaunch: {
        $0.elements = ["Name", "Sign In"]
        $0.interruption = "Permission"
      },
      onTap: { app, label in if label == "Sign In" { app.elements.insert("Hello, Ada") } }
    )
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
