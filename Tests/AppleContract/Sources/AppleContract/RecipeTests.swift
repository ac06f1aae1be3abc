import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests6

/// The recipes of the documentation, each on an application with the fault that it has to cope with.
@Suite(.serialized) struct RecipeTests {
  @Test func `a launch that shows nothing is repeated from a cold start`() async {
    let report = await run(on: app { $0.coldLaunches == 1 }) { $0.launch(showing: $0.app.staticTexts["Feed"]) }
    report.expect(recovered: ["Launch"], events: [])
    #expect(report.launches == 2)
  }

  @Test func `arguments for one launch apply to each of its attempts`() async {
    let app = app { $0.launches > 1 && $0.launchArguments == ["-tests"] + ($0.launches < 3 ? ["-empty-cart"] : []) }
    let report = await run(on: app) { test in
      test.app.launchArguments = ["-tests"]
      test.launch(with: ["-empty-cart"], showing: test.app.staticTexts["Feed"])
      test.launch(showing: test.app.staticTexts["Feed"])
    }
    report.expect(recovered: ["Launch"], events: [])
    #expect(report.launches == 3)
  }

  @Test(arguments: [(2, 0), (3, 1)])
  func `a sign-in starts over with the form, then with the app`(needed: Int, launches: Int) async {
    let app = app(["Name", "Sign In", "Cancel"], tap: "Sign In", number: needed) { $0.elements = ["Hello, Ada"] }
    let report = await run(on: app) { $0.signIn(as: "Ada") }
    #expect(report.issues == [])
    #expect(report.events.count { $0 == "tap Sign In" } == needed)
    #expect(report.events.count { $0 == "tap Cancel" } == 1)
    #expect(report.launches == launches)
  }

  @Test(arguments: [false, true])
  func `a text that lost a letter is deleted and typed again`(losesTap: Bool) async {
    let report = await run {
      let app = FakeApplication(onTap: { app, _ in
        if losesTap, app.events.count == 1 { app.focus = nil }
      })
      app.elements = ["Name"]
      app.onType = { app, text, label in
        let letters = text.filter { $0 != "\u{8}" }
        let rest = (app.values[label] ?? "").dropLast(text.count - letters.count)
        app.values[label] = rest + (app.events.count == 2 ? "Gace" : letters)
      }
      return app
    } recipe: {
      $0.type("Grace", into: "Name")
    }
    let deletes = losesTap ? "" : "\u{8}\u{8}\u{8}\u{8}"
    report.expect(
      recovered: ["Type into Name"],
      events: ["tap Name", "type Grace into Name", "tap Name", "type \(deletes)Grace into Name"]
    )
  }

  @Test(arguments: [("1", 0), ("0", 2)])
  func `a switch is set, and never set back`(value: String, taps: Int) async {
    let app = app(["Wi-Fi"], tap: "Wi-Fi", values: ["Wi-Fi": value]) { app in
      app.after(.seconds(1)) { $0.values["Wi-Fi"] = "1" }
    }
    let report = await run(on: app) { $0.setSwitch("Wi-Fi", on: true) }
    report.expect(recovered: taps == 0 ? [] : ["Set Wi-Fi"], events: Array(repeating: "tap Wi-Fi", count: taps))
  }

  @Test func `a field is tapped until it has the keyboard`() async {
    let app = app(["Name"], tap: "Name", number: 1) { $0.focus = nil }
    let report = await run(on: app) { $0.focus("Name").typeText("Ada") }
    report.expect(recovered: ["Focus Name"], events: ["tap Name", "tap Name", "type Ada into Name"])
  }

  @Test func `a page that holds its test retries`() async {
    let report = await run(on: app(["Account"], tap: "Account") { $0.elements.insert("Ada") }) {
      _ = HomePage(test: $0).openAccount()
    }
    report.expect(recovered: ["Open Account"], events: ["tap Account", "tap Account"])
  }

  @Test func `an attempt attaches a picture and all elements`() async {
    let report = await run {
      FakeApplication(onLaunch: { app in
        if app.launches == 1 { app.failToLaunch() } else { app.elements = ["Feed"] }
      })
    } recipe: { (test: PicturedUITestCase) in
      test.launch(showing: test.app.staticTexts["Feed"])
    }
    let files = ["screen.png", "springboard.txt"]
    report.expect(recovered: ["Launch"], events: [])
    #expect(report.attachments.map(\.name) == files + files + ["elements.txt", "♻️ Launch.jsonl"])
  }

  @Test(arguments: ["comes back", "stays", "crashes"])
  func `a wait for a spinner also covers one that comes back`(spinner: String) async {
    let report = await run {
      let app = FakeApplication()
      app.elements = ["Loading"]
      if spinner == "crashes" { app.after(.seconds(2)) { $0.end() } }
      if spinner != "comes back" { return app }
      app.after(.seconds(2)) { $0.elements = [] }
      app.after(.milliseconds(2500)) { $0.elements = ["Loading"] }
      app.after(.seconds(4)) { $0.elements = [] }
      return app
    } recipe: {
      $0.waitUntilLoaded()
    }
    let reasons = ["stays": #"Timed out waiting for: Loaded. "#, "crashes": "The app has crashed"]
    #expect(report.issues.map(\.file) == (spinner == "comes back" ? [] : ["WaitUntilGone.swift"]))
    #expect(report.issues.allSatisfy { $0.message.contains(reasons[spinner] ?? "") })
    #expect(
      spinner != "stays" || report.issues.first?.message.contains(#"activityIndicator "Loading" existed"#) == true
    )
    #expect(spinner != "comes back" || report.time >= .seconds(5) && report.time < .seconds(6))
  }

  @Test(arguments: [0, 40])
  func `a list is scrolled until the cell is there, which is no retry`(needed: Int) async {
    let report = await run {
      let app = FakeApplication()
      app.elements = needed == 0 ? ["Berlin"] : []
      app.onSwipe = { app, _ in if app.events.count == needed { app.elements = ["Berlin"] } }
      return app
    } recipe: {
      $0.scroll(to: "Berlin").tap()
    }
    report.expect(recovered: [], events: Array(repeating: "swipe up", count: needed) + ["tap Berlin"])
  }

  @Test func `an alert that hides the result of a tap is answered`() async {
    let report = await run {
      let app = FakeApplication(onTap: { app, label in
        switch label {
        case "More" where app.events.count == 1:
          app.elements.formUnion(["Share", "Allow", "springboard/Alert"])
          app.interruption = "Notifications"
        case "Allow": app.elements.subtract(["Allow", "springboard/Alert"])
        default: break
        }
      })
      app.elements = ["More"]
      return app
    } recipe: { test in
      test.allowNotifications()
      test.tap("More", untilTappable: test.app.buttons["Share"])
    }
    report.expect(recovered: ["Tap More"], events: ["tap More", "tap More", "tap Allow"])
    #expect(report.outline.contains("alert in front was true."))
  }

  @Test(arguments: [0, 2])
  func `an alert of the springboard is answered if it comes`(needed: Int) async {
    let button = "springboard/Allow"
    let alert = app([], tap: button) { app in app.after(.seconds(1)) { $0.elements = [] } }
    let report = await run {
      let app = alert()
      if needed > 0 { app.after(.seconds(1)) { $0.elements = [button] } }
      return app
    } recipe: {
      $0.answerSpringboard("Allow")
    }
    report.expect(
      recovered: needed == 0 ? [] : ["Answer Allow"],
      events: Array(repeating: "tap \(button)", count: needed)
    )
  }

  @Test func `a permission that was refused or missed is requested again`() async {
    let report = await run {
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
    report.expect(
      recovered: ["Open Scanner"],
      events: ["tap Scan", "reset camera", "tap Scan", "tap springboard/Allow"]
    )
  }

  @Test func `an alert of the system is answered before each retry`() async {
    let alert = "springboard/Not Now"
    let report = await run {
      let app = FakeApplication(onTap: { app, label in
        switch label {
        case alert: app.elements.remove(alert)
        case "More" where app.events.count == 1: app.elements.insert(alert)
        case "More" where !app.elements.contains(alert): app.elements.insert("Share")
        default: break
        }
      })
      app.elements = ["More"]
      return app
    } recipe: { (test: AlertedUITestCase) in
      test.tap(test.app.buttons["More"], until: test.app.buttons["Share"])
    }
    report.expect(recovered: [#"Tap "More" Button"#], events: ["tap More", "tap \(alert)", "tap More"])
  }
}
