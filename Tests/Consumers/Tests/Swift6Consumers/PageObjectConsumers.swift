import TargetedAutoRetry
import Testing
import XCTest

/// The policy and the hook of a base class, with the calls of the hook.
private final class Answers {
  var asked: [String] = []
  var answer = RecoveryAction.retry

  func answer(to attempt: FailedAttempt) -> RecoveryAction {
    asked.append("\(attempt.actionDescription) \(attempt.number)")
    return answer
  }
}

/// A page object that holds its test: its steps are the test's.
private final class SearchScreen {
  let test: any TargetedAutoRetry
  let app: App

  init(_ test: any TargetedAutoRetry, _ app: App) {
    (self.test, self.app) = (test, app)
  }

  @discardableResult func open() -> Self {
    test.autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Search")
    return self
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
      actionDescription: "Open Search"
    )
    return self
  }

  func results() -> ResultPage { ResultPage(app: app) }
}

/// A page that declares a policy, and returns the next page.
private struct ResultPage: TargetedAutoRetry {
  let app: App

  var retryPolicy: RetryPolicy { RetryPolicy(pollingInterval: .milliseconds(1)) }

  func tapFirst() -> DetailPage {
    autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Tap First")
    return DetailPage(app: app)
  }

  func fail() -> Int {
    autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Fail", failTestOnFailure: false)
  }
}

/// A page with a hook of its own, the only one that is called.
private struct DetailPage: TargetedAutoRetry {
  let app: App
  var hook: () -> Void = {}

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    hook()
    return .retry
  }

  func fail() -> Int {
    autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Fail", failTestOnFailure: false)
  }
}

/// A free function with a step.
private func openFreely(_ app: App) {
  CurrentTest().autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open Freely")
}

extension XCTestCase {
  fileprivate func openInExtension(_ app: App) {
    CurrentTest().autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open")
  }

  fileprivate class func openInClass(_ app: App) {
    CurrentTest().autoRetry(mainAction: app.launch, successCondition: app.isRunning, actionDescription: "Open")
  }
}

final class RetryablePageConsumers: RetryableTestCase {
  private let app = App()
  private let answers = Answers()

  override var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answers.answer(to: attempt) }

  func testPagesHaveTheHookOfTheTest() {
    SearchScreen(self, app).open()
    let page = SearchRobot(app).open().results().tapFirst()
    openFreely(app)
    openInExtension(app)
    Self.openInClass(app)
    XCTAssertEqual(
      answers.asked,
      ["Open Search 1", "Open Search 1", "Tap First 1", "Open Freely 1", "Open 1", "Open 1"]
    )
    var asked = 0
    _ = DetailPage(app: page.app, hook: { asked += 1 }).fail()
    XCTAssertEqual(asked, 2)
    XCTAssertEqual(answers.asked.count, 6)
  }

  func testPagesHaveThePolicyOfTheTestBehindTheirOwn() {
    XCTAssertEqual(ResultPage(app: app).fail(), 2)
    XCTAssertEqual(withRetryPolicy(RetryPolicy(retryAttempts: 0)) { ResultPage(app: app).fail() }, 1)
  }

  func testAsync() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(answers.asked, ["Open Search 1"])
  }

  /// The hook is called on the running instance, which for a re-run is a fresh one.
  func testHookOfAReRun() {
    flaky(.notFixable(reason: "the first run fails", maxRetryCount: 1)) {
      SearchRobot(app).open()
      XCTAssertEqual(answers.asked, ["Open Search 1"])
      XCTAssertEqual(retryCount, 1)
    }
  }
}

/// A user's own base class; XCTest announces the running test from the second on; a step of it reveals it too.
class PlainPageTestCase: XCTestCase, TargetedAutoRetry {
  fileprivate let answers = Answers()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answers.answer(to: attempt) }
}

final class PlainPageConsumers: PlainPageTestCase {
  private let app = App()

  override func setUp() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Set Up")
  }

  func testPagesHaveTheMembersOfTheTest() {
    SearchScreen(self, app).open()
    SearchRobot(app).open()
    openFreely(app)
    XCTAssertEqual(answers.asked, ["Open Search 1", "Open Search 1", "Open Freely 1"])
    XCTAssertEqual(ResultPage(app: app).fail(), 3)
  }

  @MainActor func testOnTheMainActor() async {
    await SearchRobot(app).openSlowly()
    XCTAssertEqual(answers.asked, ["Open Search 1"])
  }
}

@Suite struct PageSuiteConsumers: TargetedAutoRetry {
  private let app = App()
  private let answers = Answers()

  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { answers.answer(to: attempt) }

  @Test func pagesInAStepOfTheSuiteHaveWhatItDeclares() {
    autoRetry(
      mainAction: {
        SearchRobot(app).open()
        openFreely(app)
        #expect(ResultPage(app: app).fail() == 2)
      },
      successCondition: { true },
      actionDescription: "Search"
    )
    #expect(answers.asked == ["Open Search 1", "Open Freely 1", "Fail 1", "Fail 2"])
  }

  @Test func pagesOutsideOfThemHaveTheDefaults() {
    #expect(ResultPage(app: app).fail() == 4)
    #expect(answers.asked == [])
    SearchScreen(self, app).open()
    #expect(answers.asked == ["Open Search 1"])
  }
}
