import Foundation
import Testing
import XCTest

@testable import NonisolatedUITests5
@testable import TargetedAutoRetry
@testable import UITests6

/// Steps on elements, which name them in their causes.
@Suite(.serialized) struct ElementTests {
  private typealias Script = @MainActor @Sendable (FakeApplication) -> Void

  /// A running application with a button, and a text that its taps lead to.
  private static func shop(
    elements: Set<String> = ["Sign In"],
    _ script: @escaping Script = { _ in },
    onTap: @escaping @MainActor @Sendable (FakeApplication, Int) -> Void = { app, _ in app.elements = ["Welcome"] }
  ) -> @MainActor @Sendable () -> FakeApplication {
    {
      var taps = 0
      let app = FakeApplication(
        onLaunch: { $0.elements = elements },
        onTap: { app, _ in
          taps += 1
          onTap(app, taps)
        }
      )
      (app.state, app.elements, app.isStrict) = (.runningForeground, elements, true)
      script(app)
      return app
    }
  }

  private func causes(_ report: Report) -> [String] {
    report.outline.split(separator: "\n").compactMap { line in
      line.firstRange(of: "[CAUSE: ").map { String(line[$0.lowerBound...]) }
    }
  }

  @Test func `a tap that gets lost is repeated`() async {
    let app = Self.shop(onTap: { app, taps in if taps == 2 { app.elements = ["Welcome"] } })
    let report = await run(UITests6.BaseUITestCase.self, on: app) { test in
      test.tap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    report.expect(recovered: [#"Tap "Sign In" Button"#], events: ["tap Sign In", "tap Sign In"])
    #expect(
      causes(report) == [
        #"[CAUSE: 0] The success condition was false after 5.0 s (limit of the call): staticText "Welcome" did not exist."#
      ]
    )
  }

  @Test func `a tap waits until its element can be tapped`() async {
    let app = Self.shop(elements: []) { app in
      (app.covered, app.disabled) = (["Sign In"], ["Sign In"])
      app.after(.seconds(1)) { $0.elements = ["Sign In"] }
      app.after(.seconds(2)) { $0.covered = [] }
      app.after(.seconds(3)) { $0.disabled = [] }
    }
    let report = await run(UITests6.BaseUITestCase.self, on: app) { test in
      test.tap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
      #expect(FakeApplication.current.now >= .seconds(3))
    }
    report.expect(recovered: [], events: ["tap Sign In"])
    #expect(report.time < .seconds(3.5))
  }

  @Test(arguments: ["did not exist", "existed but was not hittable", "existed but was not enabled"])
  func `an element that cannot be tapped is named as the cause`(state: String) async {
    let app = Self.shop(elements: state == "did not exist" ? [] : ["Sign In"]) { app in
      if state.hasSuffix("hittable") { app.covered = ["Sign In"] }
      if state.hasSuffix("enabled") { app.disabled = ["Sign In"] }
    }
    let report = await run(UITests6.BaseUITestCase.self, on: app) { test in
      test.tap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    #expect(report.issues.first?.message.contains(#"failed 4 times: button "Sign In" \#(state)"#) == true)
    #expect(report.issues.count == 1)
    #expect(report.events == [])
    #expect(report.time == .seconds(20))
  }

  @Test func `a tap that takes effect late is not repeated`() async {
    let app = Self.shop(onTap: { app, _ in
      app.after(.seconds(2)) { $0.elements = [] }
      app.after(.seconds(7)) { $0.elements = ["Welcome"] }
    })
    let report = await run(UITests6.BaseUITestCase.self, on: app) { test in
      test.tap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    #expect(report.issues == [])
    #expect(report.events == ["tap Sign In"])
  }

  @Test func `the first attempt taps even if the result is already there`() async {
    let report = await run(UITests6.BaseUITestCase.self, on: Self.shop(elements: ["Sign In", "Welcome"])) { test in
      test.tap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    report.expect(recovered: [], events: ["tap Sign In"])
  }

  @Test func `a suite on no actor taps too, in Swift 5 mode`() async {
    let app = Self.shop(elements: ["Cart"], onTap: { app, taps in if taps == 2 { app.elements = ["Your Cart"] } })
    let report = await run(NonisolatedUITests5.BaseUITestCase.self, on: app) { $0.openCart() }
    report.expect(recovered: ["Open Cart"])
    #expect(report.launches == 1)
  }

  @Test func `a condition notes each element that it asks`() async {
    let report = await run(UITests6.BaseUITestCase.self, on: Self.shop(elements: ["Loading", #"Say "Hi""#])) { test in
      let app = test.app
      for condition in [
        { !app.activityIndicators["Loading"].isThere },
        { app.buttons[#"Say "Hi""#].isTappable && app.cells.element(boundBy: 1).isThere },
      ] {
        test.step(retries: 0, failsTest: false, until: condition)
      }
    }
    #expect(
      causes(report).map { $0.suffix { $0 != ":" } } == [
        #" activityIndicator "Loading" existed."#,
        #" button "Say "Hi"" could be tapped, Cell (Element at index 1) did not exist."#,
      ]
    )
  }
}

extension StringProtocol {
  fileprivate func suffix(while predicate: (Character) -> Bool) -> String {
    String(reversed().prefix(while: predicate).reversed())
  }
}
