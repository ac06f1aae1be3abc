import TargetedAutoRetry
import XCTest

/// A test with a policy on the main actor, and a page that is used elsewhere.
@MainActor
final class HookTests: XCTestCase, @MainActor TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 1) }

  func testHookElsewhere() async {
    // From its own step on it is known which test runs.
    autoRetry(mainAction: {}, successCondition: { true })
    let attempts = await attemptsElsewhere()
    Notebook.shared.note(.hookElsewhere, attempts == 4 ? "4, of the default policy" : "\(attempts)")
  }
}

private func attemptsElsewhere() async -> Int {
  await Task.yield()
  var attempts = 0
  CurrentTest().autoRetry(
    mainAction: { attempts += 1 },
    successCondition: { false },
    actionDescription: "Elsewhere",
    failTestOnFailure: false
  )
  return attempts
}
