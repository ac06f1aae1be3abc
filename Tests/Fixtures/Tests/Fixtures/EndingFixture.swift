import TargetedAutoRetry
import Testing
import XCTest

extension TargetedAutoRetry {
  fileprivate func launch(isUp: Bool = false) {
    autoRetry("Launch", policy: RetryPolicy(retryAttempts: 0, endsTest: true)) {  // launch
    } until: {
      isUp
    }
  }

  fileprivate func crash() {
    autoRetry("Page", policy: RetryPolicy(endsTest: true)) {  // page
      autoRetry("Tap") {
      } until: {
        false
      }
    } until: {
      true
    }
    say(autoWait("Banner") { true })
  }

  /// One step of each form.
  fileprivate func steps() throws {
    say(autoRetry(mainAction: { say("Sign In") }, successCondition: { true }, actionDescription: "Sign In"))
    say(autoWait("Banner") { say("Banner") == () })
    say(try autoRetry("Account") { "Ada" })
  }
}

private func answer(to attempt: FailedAttempt) -> RecoveryAction {
  attempt.actionDescription == "Tap" ? .abort("the app crashed") : .retry
}

private func say(_ value: Any) { print("> \(value)") }

/// A step that ends its test, in a test case that withholds nothing.
final class EndingFixture: XCTestCase, TargetedAutoRetry {
  func testSteps() throws {
    launch()
    try steps()
  }

  func testInnerStep() {
    autoRetry("Page") {
      launch()
      say(autoWait("Banner") { true })
    } until: {
      false
    }
    say("after Page")
  }
}

final class RetryableEndingFixture: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answer(to: attempt) }

  override func tearDown() { say(autoWait("Sign Out") { true }) }

  func testSteps() throws {
    launch()
    try steps()
  }

  func testRerun() throws {
    flaky(.fixable(reason: "it is here to fail")) { launch(isUp: retryCount == 1) }
    try steps()
  }

  func testInnerStep() {
    autoRetry("Page") {
      launch(isUp: RetryAttempt.current?.number == 2)
    } until: {
      true
    }
    say(autoWait("Banner") { true })
  }

  func testAbort() { crash() }

  func testAbortInAStepThatThrows() throws { try autoRetry("Page") { step("Tap", until: { false }) } }

  func testAbortOfATestCaseThatNeverRuns() {
    let robot = RetryableEndingFixture(name: name, testClosure: { _ in })
    var attempts = 0
    step("Page") {
      attempts += 1
      robot.step("Tap", until: { attempts == 2 })
    }
  }
}

@Suite struct EndingSuiteFixture: TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answer(to: attempt) }

  @Test(arguments: [false, true]) func steps(isUp: Bool) async throws {
    async let child: Void = launch(isUp: isUp)
    await child
    say("cancelled: \(Task.isCancelled)")
    try steps()
  }

  @Test(.flaky(.fixable(reason: "it is here to fail"))) func rerun() throws {
    launch(isUp: FlakyTrait.retryCount == 1)
    say("cancelled: \(Task.isCancelled)")
    try steps()
  }

  @Test func abort() {
    crash()
    say("cancelled: \(Task.isCancelled)")
  }

  @Test func known() {
    withKnownIssue { launch() }
    say(autoWait("Banner") { true })
  }

  @Test(.flaky(.fixable(reason: "it is here to fail"))) func knownBesideTrait() { known() }

  @Test func aroundKnownAbort() {
    step { withKnownIssue { step("Page") { step("Tap", until: { false }) } } }
  }

  @Test func aroundKnownEnd() {
    step(retries: 1, until: { false }, reset: { withKnownIssue { launch() } })
  }
}
