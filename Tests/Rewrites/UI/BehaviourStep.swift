import TargetedAutoRetry
import Testing
import XCTest

// A step of a behaviour-driven suite: an escaping closure that knows no test case and no line of its scenario.

// before
@MainActor
func defineStepsByHand(_ steps: StepDefinitions, _ app: XCUIApplication) {
  steps.step("I sign in") {
    for attempt in 1...3 {
      app.buttons["Sign In"].tap()
      if app.staticTexts["Welcome"].waitForExistence(timeout: 5) { break }
      if attempt == 3 { XCTFail("I am not signed in") }
    }
  }
}

// after
@MainActor
func defineSteps(_ steps: StepDefinitions, _ app: XCUIApplication) {
  steps.step("I sign in") {
    CurrentTest().autoRetry(
      mainAction: app.buttons["Sign In"].tap,
      successCondition: { app.staticTexts["Welcome"].waitForExistence(timeout: 5) },
      actionDescription: "Sign In",
      retryAttempts: 2
    )
  }
}

// test
/// The runner of the scenarios of such a suite.
@MainActor
final class StepDefinitions {
  private var closures: [String: () -> Void] = [:]

  func step(_ expression: String, _ closure: @escaping () -> Void) { closures[expression] = closure }

  func run(_ scenario: String) {
    for line in scenario.split(separator: "\n") { closures[String(line)]?() }
  }
}

@Test(arguments: [(3, true), (4, false)])
func `a step of a scenario is repeated`(needed: Int, succeeds: Bool) async {
  let visits = await Comparison {
    var taps = 0
    return FakeApplication(onTap: { app, _ in
      taps += 1
      if taps == needed { app.elements = ["Welcome"] }
    })
  } before: { test in
    let steps = StepDefinitions()
    defineStepsByHand(steps, test.app)
    steps.run("I sign in")
  } after: { test in
    let steps = StepDefinitions()
    defineSteps(steps, test.app)
    steps.run("I sign in")
  }
  for visit in visits.both {
    // The line is that of the definition: that of the scenario is not known.
    #expect(visit.failures.map(\.file) == (succeeds ? [] : ["BehaviourStep.swift"]))
    #expect(visit.count("tap Sign In") == min(needed, 3))
  }
  #expect(visits.before.failures.allSatisfy { $0.message.contains("I am not signed in") })
  #expect(visits.after.failures.allSatisfy { $0.message.contains("Sign In failed: ") })
}
