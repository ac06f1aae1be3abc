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

  @Test func `a tap that gets lost is repeated, under the name of its element`() async {
    let app = Self.shop(onTap: { app, taps in if taps == 2 { app.elements = ["Welcome"] } })
    let report = await run(UITests6.PlainUITests.self, on: app) { test in
      test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    report.expect(recovered: [#"Tap button "Sign In""#], events: ["tap Sign In", "tap Sign In"])
    #expect(
      causes(report) == [
        #"[CAUSE: 0] The success condition was false after 10.0 s (default limit): staticText "Welcome" did not exist."#
      ]
    )
  }

  @Test func `the tap waits until its element exists, is hittable and is enabled, which is no retry`() async {
    let app = Self.shop(elements: []) { app in
      (app.covered, app.disabled) = (["Sign In"], ["Sign In"])
      app.after(.seconds(1)) { $0.elements = ["Sign In"] }
      app.after(.seconds(2)) { $0.covered = [] }
      app.after(.seconds(3)) { $0.disabled = [] }
    }
    let report = await run(UITests6.PlainUITests.self, on: app) { test in
      test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
      #expect(FakeApplication.current.now >= .seconds(3))
    }
    report.expect(recovered: [], events: ["tap Sign In"])
    #expect(report.time < .seconds(3.5))
  }

  @Test(arguments: ["did not exist", "existed but was not hittable", "existed but was not enabled"])
  func `an element that cannot be tapped is the cause, and nothing is tapped`(state: String) async {
    let app = Self.shop(elements: state == "did not exist" ? [] : ["Sign In"]) { app in
      if state.hasSuffix("hittable") { app.covered = ["Sign In"] }
      if state.hasSuffix("enabled") { app.disabled = ["Sign In"] }
    }
    let line = #line + 2
    let report = await run(UITests6.PlainUITests.self, on: app) { test in
      test.autoTap(
        test.app.buttons["Sign In"],
        until: test.app.staticTexts["Welcome"],
        within: .seconds(2),
        retryAttempts: 1
      )
    }
    let cause =
      #"The success condition was false after 2.0 s (limit of the call): button "Sign In" \#(state)."#
    #expect(causes(report) == ["[CAUSE: 0] \(cause)", "[CAUSE: 1] \(cause)"])
    #expect(report.issues.map(\.line) == [line])
    #expect(report.issues.first?.message.contains(#"Tap button "Sign In" failed: 2 attempts"#) == true)
    #expect(report.issues.first?.message.hasSuffix(cause) == true)
    #expect(report.events == [])
    #expect(report.time == .seconds(4))
  }

  @Test func `a tap that works late is not repeated, although its element is gone`() async {
    let app = Self.shop(onTap: { app, _ in
      app.after(.seconds(2)) { $0.elements = [] }
      app.after(.seconds(3)) { $0.elements = ["Welcome"] }
    })
    let report = await run(UITests6.PlainUITests.self, on: app) { test in
      test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"], within: .seconds(2))
    }
    report.expect(recovered: [#"Tap button "Sign In""#], events: ["tap Sign In"])
    #expect(report.time < .seconds(4))
  }

  @Test func `the first attempt taps, although the other element is there already`() async {
    let report = await run(UITests6.PlainUITests.self, on: Self.shop(elements: ["Sign In", "Welcome"])) { test in
      test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"])
    }
    report.expect(recovered: [], events: ["tap Sign In"])
  }

  @Test func `reset steps run before a retry, and their error ends the step`() async {
    struct Broken: Error {}
    let app = Self.shop(onTap: { app, taps in app.elements = taps == 2 ? ["Welcome"] : [] })
    let report = await run(UITests6.PlainUITests.self, on: app) { test in
      test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Welcome"]) { test.app.launch() }
      #expect(throws: Broken.self) {
        try test.autoTap(test.app.buttons["Sign In"], until: test.app.staticTexts["Bye"], within: .zero) {
          throw Broken()
        }
      }
    }
    report.expect(recovered: [#"Tap button "Sign In""#], events: ["tap Sign In", "tap Sign In"])
    #expect(report.launches == 1)
    #expect(report.outline.contains("Recovered by retrying"))
  }

  /// A policy of the class takes the place of the default limit, and a longer wait of a slow machine multiplies both.
  @Test(arguments: [(nil, 1, 3), (4, 1, 4), (nil, 2, 6)] as [(Int?, Double, Int)])
  func `the limit is that of the call, or else of the class`(call: Int?, timeScale: Double, expected: Int) async {
    var steering = Steering()
    steering.timeScale = timeScale
    let report = await run(QuickUITests.self, on: Self.shop(elements: []), steering: steering) { test in
      test.autoTap(test.app.buttons["A"], until: test.app.buttons["B"], within: call.map { .seconds($0) })
    }
    #expect(report.time == .seconds(expected))
  }

  @Test func `a suite on no actor taps too, in Swift 5 mode`() async {
    let app = Self.shop(elements: ["Cart"], onTap: { app, taps in if taps == 2 { app.elements = ["Your Cart"] } })
    let report = await run(NonisolatedUITests5.BaseUITestCase.self, on: app) { $0.openCart() }
    report.expect(recovered: [#"Tap button "Cart""#])
    #expect(report.launches == 1)
  }

  @Test func `a condition notes each element that it asks`() async {
    let report = await run(UITests6.PlainUITests.self, on: Self.shop(elements: ["Loading", #"Say "Hi""#])) { test in
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

/// A class with a limit for waits, and no retries.
private final class QuickUITests: RetryableUITestCase {
  let app = XCUIApplication()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(3)) }
}

extension StringProtocol {
  fileprivate func suffix(while predicate: (Character) -> Bool) -> String {
    String(reversed().prefix(while: predicate).reversed())
  }
}
