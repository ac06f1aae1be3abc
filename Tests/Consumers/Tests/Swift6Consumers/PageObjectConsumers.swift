import TargetedAutoRetry
import XCTest

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
  private var asked: [String] = []

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    asked.append("\(attempt.actionDescription) \(attempt.number)")
    return .retry
  }

  func testPagesHaveTheHookAndThePolicyOfTheTest() {
    SearchScreen(test: self, app: app).open()
    XCTAssertEqual(SearchRobot(app).open().results().fail(), 2)
    openFreely(app)
    Self.openInClass(app)
    XCTAssertEqual(
      asked,
      ["Open Screen 1", "Open Search 1", "Fail 1", "Fail 2", "Open Freely 1", "Open in Class 1"]
    )
  }

  func testAsync() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(asked, ["Open Slowly 1"])
  }

  @MainActor func testOnTheMainActor() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(asked, ["Open Slowly 1"])
  }

  /// The hook is called on the running instance, which for a re-run is a fresh one.
  func testHookOfAReRun() {
    flaky(.notFixable(reason: "the first run fails", maxRetryCount: 1)) {
      SearchRobot(app).open()
      XCTAssertEqual(asked, ["Open Search 1"])
      XCTAssertEqual(retryCount, 1)
    }
  }
}
