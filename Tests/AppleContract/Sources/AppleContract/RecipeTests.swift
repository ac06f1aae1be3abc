import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests6

/// The recipes of the documentation, each on a script that it has to cope with.
@Suite(.serialized) struct RecipeTests {
  /// Runs a recipe in a test whose application is running.
  static func visit<TestCase: BaseUITestCase>(
    _ script: @escaping @MainActor @Sendable () -> FakeApplication,
    recipe: @escaping @MainActor @Sendable (TestCase) -> Void
  ) async -> UITestTests.Visit {
    await Task.detached {
      await UITestTests.visit(running(script()), in: .onClockOfApplication, recipe, later: { _ in })
    }.value
  }

  @MainActor private static func running(_ app: FakeApplication) -> FakeApplication {
    app.isStrict = true
    app.state = .runningForeground
    return app
  }

  @Test func `a launch that shows nothing is repeated`() async {
    let visit = await Self.visit {
      FakeApplication(onLaunch: { $0.elements = $0.launches == 2 ? ["Feed"] : [] })
    } recipe: {
      $0.launch(showing: $0.app.staticTexts["Feed"])
    }
    visit.expect(recovered: ["Launch"], events: [])
    #expect(visit.launches == 2)
  }

  @Test(arguments: [(2, 0), (3, 1)])
  func `a sign-in begins again with the form, and then with the application`(needed: Int, launches: Int) async {
    let visit = await Self.visit {
      var taps = 0
      let form: Set = ["Name", "Sign In", "Cancel"]
      let app = FakeApplication(
        onLaunch: { $0.elements = form },
        onTap: { app, label in
          taps += label == "Sign In" ? 1 : 0
          if taps == needed { app.elements = ["Hello, Ada"] }
        }
      )
      app.elements = form
      return app
    } recipe: {
      $0.signIn(as: "Ada")
    }
    #expect(visit.issues == [])
    #expect(visit.events.count { $0 == "tap Sign In" } == needed)
    #expect(visit.events.count { $0 == "tap Cancel" } == 1)
    #expect(visit.launches == launches)
  }

  @Test func `a tap that gets lost is repeated`() async {
    let visit = await Self.visit {
      var taps = 0
      let app = FakeApplication(onTap: { app, _ in
        taps += 1
        if taps == 2 { app.after(.seconds(1)) { $0.elements.insert("Share") } }
      })
      app.elements = ["More"]
      return app
    } recipe: {
      $0.tap("More", untilButton: "Share")
    }
    visit.expect(recovered: ["Tap More"], events: ["tap More", "tap More"])
  }

  @Test func `a text that lost a letter is deleted and typed again`() async {
    let visit = await Self.visit {
      let app = FakeApplication()
      app.elements = ["Name"]
      app.onType = { app, text, label in
        let old = app.values[label] ?? ""
        let isFirst = old.isEmpty && !app.events.contains { $0.contains("\u{8}") }
        app.values[label] = text.hasPrefix("\u{8}") ? String(old.dropLast(text.count)) : old + (isFirst ? "Gace" : text)
      }
      return app
    } recipe: {
      $0.type("Grace", into: "Name")
    }
    visit.expect(
      recovered: ["Type Grace"],
      events: [
        "tap Name", "type Grace into Name", "type \u{8}\u{8}\u{8}\u{8} into Name", "tap Name", "type Grace into Name",
      ]
    )
  }

  @Test(arguments: [("1", 0), ("0", 2)])
  func `a switch is set, and never set back`(value: String, taps: Int) async {
    let visit = await Self.visit {
      var tapped = 0
      let app = FakeApplication(onTap: { app, label in
        tapped += 1
        if tapped == 2 { app.after(.seconds(1)) { $0.values[label] = "1" } }
      })
      app.elements = ["Wi-Fi"]
      app.values = ["Wi-Fi": value]
      return app
    } recipe: {
      $0.setSwitch("Wi-Fi", on: true)
    }
    visit.expect(recovered: taps == 0 ? [] : ["Set Wi-Fi"], events: Array(repeating: "tap Wi-Fi", count: taps))
  }

  @Test func `a field is tapped until it has the keyboard`() async {
    let visit = await Self.visit {
      var taps = 0
      let app = FakeApplication(onTap: { app, _ in
        taps += 1
        if taps == 1 { app.focus = nil }
      })
      app.elements = ["Name"]
      return app
    } recipe: {
      $0.focus("Name").typeText("Ada")
    }
    visit.expect(recovered: ["Focus Name"], events: ["tap Name", "tap Name", "type Ada into Name"])
  }

  @Test func `a link that leads nowhere is opened again`() async {
    let visit = await Self.visit {
      let app = FakeApplication()
      app.onOpen = { app, _ in if app.events.count == 2 { app.elements = ["Order 17"] } }
      return app
    } recipe: { test in
      guard let link = URL(string: "shop://orders/17") else { return }
      test.open(link, showing: test.app.staticTexts["Order 17"])
    }
    let open = "open shop://orders/17"
    visit.expect(recovered: ["Open shop://orders/17"], events: [open, open])
  }

  @Test func `arguments for one launch are there in each attempt, and gone afterwards`() async {
    let visit = await Self.visit {
      FakeApplication(onLaunch: { app in
        let isRight = app.launchArguments == ["-tests"] + (app.launches < 3 ? ["-empty-cart"] : [])
        app.elements = app.launches > 1 && isRight ? ["Cart"] : []
      })
    } recipe: { test in
      test.app.launchArguments = ["-tests"]
      test.launch(with: ["-empty-cart"], showing: test.app.staticTexts["Cart"])
      test.launch(showing: test.app.staticTexts["Cart"])
    }
    visit.expect(recovered: ["Launch"], events: [])
    #expect(visit.launches == 3)
  }

  @Test func `a launch is afresh from the second retry on, and the next one as before`() async {
    let visit = await Self.visit {
      FakeApplication(onLaunch: { app in
        let isFresh = app.launchArguments.contains("-delete-all-data")
        app.elements = isFresh == (app.launches == 3) && app.launches > 2 ? ["Feed"] : []
      })
    } recipe: { test in
      test.launchFreshAtLast(showing: test.app.staticTexts["Feed"])
      test.launch(showing: test.app.staticTexts["Feed"])
    }
    #expect(visit.issues == [])
    #expect(visit.launches == 4)
  }

  @Test func `a condition can be an expectation`() async {
    let visit = await Self.visit {
      var taps = 0
      let app = FakeApplication(onTap: { app, label in
        taps += label == "Receipt" ? 1 : 0
        app.elements.insert("Share")
        if taps == 2 { app.after(.seconds(2)) { $0.disabled = [] } }
      })
      (app.elements, app.disabled) = (["Receipt", "Back"], ["Share"])
      return app
    } recipe: {
      $0.openReceipt()
    }
    visit.expect(recovered: ["Open Receipt"], events: ["tap Receipt", "tap Back", "tap Receipt"])
  }

  @Test func `a page that holds its test retries`() async {
    let visit = await Self.visit {
      var taps = 0
      let app = FakeApplication(onTap: { app, _ in
        taps += 1
        if taps == 2 { app.elements.insert("Ada") }
      })
      app.elements = ["Account"]
      return app
    } recipe: {
      _ = HomePage(test: $0).openAccount()
    }
    visit.expect(recovered: ["Open Account"], events: ["tap Account", "tap Account"])
  }

  @Test func `an attempt leaves a picture, the elements, and those of the springboard`() async {
    let visit = await Self.visit {
      FakeApplication(onLaunch: { $0.elements = $0.launches == 2 ? ["Feed"] : [] })
    } recipe: { (test: PicturedUITestCase) in
      test.launch(showing: test.app.staticTexts["Feed"])
    }
    let files = ["screen.png", "springboard.txt", "elements.txt"]
    #expect(visit.issues == [])
    #expect(visit.attachments == files + files + ["♻️ Launch.jsonl"])
  }
}

extension UITestTests.Visit {
  /// The steps that needed one retry.
  private var recovered: [String] {
    outline.matches(of: /✅ (.+) required 1 retry attempt before success/).map { String($0.1) }
  }

  func expect(recovered steps: [String], events: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(issues == [], sourceLocation: sourceLocation)
    #expect(recovered == steps, sourceLocation: sourceLocation)
    #expect(self.events == events, sourceLocation: sourceLocation)
  }
}
