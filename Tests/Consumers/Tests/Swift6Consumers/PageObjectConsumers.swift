import TargetedAutoRetry
import Testing
import XCTest

/// The hook of a test, with the calls of it.
private final class Hook {
  var asked: [String] = []

  func ask(_ attempt: FailedAttempt) -> RecoveryAction {
    asked.append("\(attempt.actionDescription) \(attempt.number)")
    return .retry
  }
}

/// A page object that holds its test: its steps are the test's.
private struct SearchScreen {
  let test: any TargetedAutoRetry
  let app: App

  func open() {
    test.autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Screen")
  }
}

/// A robot that adopts the protocol, declares nothing, and returns itself.
private final class SearchRobot: TargetedAutoRetry {
  let app: App

  init(_ app: App) {
    self.app = app
  }

  @discardableResult func open() -> Self {
    autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Search")
    return self
  }

  @discardableResult func openSlowly(isolation: isolated (any Actor)? = #isolation) async -> Self {
    await autoRetry(
      mainAction: {
        await Task.yield()
        app.launch()
      },
      successCondition: app.isRunning,
      actionDescription: "Open Slowly"
    )
    return self
  }

  func results() -> ResultPage { ResultPage() }
}

/// A page that declares a policy.
private struct ResultPage: TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(pollingInterval: .milliseconds(1)) }

  func fail() -> Int {
    autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Fail", failTestOnFailure: false)
  }
}

/// A page with a hook of its own, the only one that is called.
private struct DetailPage: TargetedAutoRetry {
  let hook: () -> Void

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    hook()
    return .retry
  }
}

private func openFreely(_ app: App) {
  CurrentTest().autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Freely")
}

extension XCTestCase {
  fileprivate class func openInClass(_ app: App) {
    CurrentTest().autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open in Class")
  }
}

final class PageObjectConsumers: RetryableTestCase {
  private let app = App()
  private let hook = Hook()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask(attempt) }

  func testPagesHaveTheHookAndThePolicyOfTheTest() {
    SearchScreen(test: self, app: app).open()
    XCTAssertEqual(SearchRobot(app).open().results().fail(), 2)
    openFreely(app)
    Self.openInClass(app)
    XCTAssertEqual(
      hook.asked,
      ["Open Screen 1", "Open Search 1", "Fail 1", "Fail 2", "Open Freely 1", "Open in Class 1"]
    )
    var asked = 0
    DetailPage(hook: { asked += 1 })
      .autoRetry(mainAction: {}, successCondition: { false }, failTestOnFailure: false)
    XCTAssertEqual(asked, 2)
    XCTAssertEqual(hook.asked.count, 6)
  }

  func testAsync() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(hook.asked, ["Open Slowly 1"])
  }

  @MainActor func testOnTheMainActor() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(hook.asked, ["Open Slowly 1"])
  }

  /// The hook is called on the running instance, which for a re-run is a fresh one.
  func testHookOfAReRun() {
    flaky(.notFixable(reason: "the first run fails", maxRetryCount: 1)) {
      SearchRobot(app).open()
      XCTAssertEqual(hook.asked, ["Open Search 1"])
      XCTAssertEqual(retryCount, 1)
    }
  }
}

@Suite struct PageSuiteConsumers: TargetedAutoRetry {
  private let app = App()
  private let hook = Hook()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook.ask(attempt) }

  @Test func pagesInAStepOfTheSuiteHaveWhatItDeclares() {
    autoRetry(
      mainAction: {
        openFreely(app)
        #expect(ResultPage().fail() == 2)
      },
      successCondition: { true }
    )
    #expect(ResultPage().fail() == 4)
    SearchScreen(test: self, app: app).open()
    #expect(hook.asked == ["Open Freely 1", "Fail 1", "Fail 2", "Open Screen 1"])
  }
}
