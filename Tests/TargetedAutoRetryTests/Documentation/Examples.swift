import Foundation
import TargetedAutoRetry
import Testing
import XCTest

// The examples of README and Docs, so that the compiler reads them too; `DocumentationTests` looks for them here.

/// What the examples call.
extension XCTestCase {
  fileprivate func launch() {}
  fileprivate func isHomePageVisible() -> Bool { true }
  fileprivate func signIn() {}
  fileprivate func isSignedIn() -> Bool { true }
  fileprivate func openAccountWithRetries(failTestOnFailure: Bool) {}
  fileprivate func isAccountVisible() -> Bool { true }
  fileprivate func greeting() -> String { "Hello, Ada" }
  fileprivate func isAppRunning() -> Bool { true }
  fileprivate func loadAccount() -> Account { Account() }
  fileprivate func clearForm() {}
  fileprivate func closeBanner() {}
  fileprivate func isBannerGone() -> Bool { true }
  fileprivate func screenshot() -> Data { Data() }
  fileprivate func goHome() {}
  fileprivate func accountName() -> String { "Ada" }
  fileprivate func price() -> Int { 10 }
  fileprivate func signIn(password: String) throws { throw WrongPassword() }
}

private struct WrongPassword: Error {}

private struct Account {
  let isComplete = true
}

class BaseTestCase: XCTestCase, TargetedAutoRetry {
  func signInWithRetries() {
    autoRetry(mainAction: signIn, successCondition: isSignedIn, resetSteps: launch, actionDescription: "Sign In")
  }
}

class HelperExamples: XCTestCase, TargetedAutoRetry {
  func launchWithRetries(failTestOnFailure: Bool = true, file: StaticString = #filePath, line: UInt = #line) {
    autoRetry(
      mainAction: launch,
      successCondition: isHomePageVisible,
      actionDescription: "Launch",
      failTestOnFailure: failTestOnFailure,
      file: file,
      line: line
    )
  }

  func launchAndOpenAccount() {
    autoRetry(
      mainAction: {
        launchWithRetries(failTestOnFailure: false)
        openAccountWithRetries(failTestOnFailure: false)
      },
      successCondition: isAccountVisible,
      actionDescription: "Launch and Open Account"
    )
  }

  func escalation() {
    autoRetry(
      mainAction: signIn,
      successCondition: isSignedIn,
      resetSteps: escalating(clearForm, goHome, launch),
      actionDescription: "Sign In"
    )
  }

  func negative() throws {
    try autoRetry("Sign In", policy: RetryPolicy(isRetryable: { !($0 is WrongPassword) })) {
      try signIn(password: "wrong")
    }
  }

  func value() throws -> Bool {
    let account = try autoRetry("Load Account", operation: loadAccount, until: { $0.isComplete })
    return account.isComplete
  }
}

class OverridableTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { .default }
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }
}

class SlowTestCase: OverridableTestCase {
  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 5) }
}

class PersistentTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 5) }
}

class PatientTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(conditionTimeout: .seconds(5)) }

  func dismissBanner() {
    // One attempt, and still five seconds for the condition.
    autoRetry(mainAction: closeBanner, successCondition: isBannerGone, policy: RetryPolicy(retryAttempts: 0))
  }
}

class StableExample: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy {
    RetryPolicy(conditionTimeout: .seconds(10), stableFor: .seconds(1))
  }
}

final class StoppingExample: XCTestCase, TargetedAutoRetry {
  func testAccount() throws {
    try autoRetry("Sign In", operation: signIn, until: { _ in isSignedIn() })
    XCTAssertEqual(accountName(), "Ada")
  }
}

struct AsyncExamples: TargetedAutoRetry {
  func load() async throws {
    try await autoRetry("Load Account", policy: RetryPolicy(attemptTimeLimit: .seconds(5))) {
      try await requestAccount()
    }
  }

  func wait() async throws -> Int {
    let order = try await autoRetry("Load Order", operation: requestOrder, until: { await isShipped($0) })
    return order
  }

  func testTwoShoppers() async throws {
    async let ada = autoRetry("Sign In Ada", operation: { try await signIn("Ada") })
    async let grace = autoRetry("Sign In Grace", operation: { try await signIn("Grace") })
    _ = try await (ada, grace)
  }

  private func requestAccount() async throws {}
  private func requestOrder() async throws -> Int { 1 }
  private func isShipped(_ order: Int) async -> Bool { true }
  private func signIn(_ name: String) async throws {}
}

class PolicyExample: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy {
    RetryPolicy(
      retryAttempts: 2,
      delay: .exponential(from: .milliseconds(100), cap: .seconds(2)),
      conditionTimeout: .seconds(5),
      timeLimit: .seconds(30)
    )
  }
}

final class GreetingTests: RetryableTestCase {
  func testGreeting() {
    autoRetry(
      mainAction: {
        signIn()
        XCTAssertEqual(greeting(), "Hello, Ada")
      },
      successCondition: { true },
      resetSteps: launch,
      actionDescription: "Sign In"
    )
  }
}

final class MapExamples: RetryableTestCase {
  func testMap() {
    flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)) {
      XCTAssertTrue(isMapVisible())
    }
    flaky(.fixable(reason: "The price is rounded twice", expires: "2099-12-31"), XCTAssertEqual(price(), 10))
  }
}

final class AccountExamples: XCTestCase, TargetedAutoRetry {
  func testAccountBefore() {
    launch()
    signIn()
    XCTAssertEqual(accountName(), "Ada")
  }

  func testAccountAfter() {
    autoRetry(mainAction: launch, successCondition: isHomePageVisible, actionDescription: "Launch")
    autoRetry(mainAction: signIn, successCondition: isSignedIn, resetSteps: launch, actionDescription: "Sign In")
    XCTAssertEqual(accountName(), "Ada")
  }
}

private func isMapVisible() -> Bool { true }

@Suite struct MapSuiteExamples {
  @Test(.flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)))
  func showsMap() {
    #expect(isMapVisible())
  }
}

class CrashAwareTestCase: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    isAppRunning() ? .retry : .abort("the app crashed")
  }
}

class PicturedTestCase: RetryableTestCase {
  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.attach(screenshot(), named: "screen.png")
    return .retry
  }
}

final class App {
  private(set) var accountName = ""

  func signIn() { accountName = "Ada" }
  func isSignedIn() -> Bool { !accountName.isEmpty }
}

@Suite struct AccountTests: TargetedAutoRetry {
  let app = App()

  @Test func accountShowsName() {
    autoRetry(mainAction: app.signIn, successCondition: app.isSignedIn, actionDescription: "Sign In")
    #expect(app.accountName == "Ada")
  }
}
