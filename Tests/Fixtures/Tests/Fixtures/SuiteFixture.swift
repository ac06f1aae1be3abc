import TargetedAutoRetry
import Testing

@Suite struct SuiteFixture: TargetedAutoRetry {
  @Test func exhausted() {
    autoRetry(  // suite exhausted
      mainAction: {},
      successCondition: { false },
      actionDescription: "Launch",
      retryAttempts: 1
    )
  }

  @Test func exhaustedAsync() async {
    await autoRetry(  // suite exhausted async
      mainAction: { await Task.yield() },
      successCondition: { false },
      actionDescription: "Launch",
      retryAttempts: 1
    )
  }

  @Test func exhaustedOften() {
    for number in 1...300 { step("Launch \(number)", retries: 0, until: { false }) }
  }

  @Test(arguments: [1, 2], ["a"])
  func recovered(number: Int, letter: String) {
    step("Launch", until: { RetryAttempt.current?.number == 2 })
  }

  @Test(arguments: [String(repeating: "long ", count: 200_000) + "\u{1B}[2J"])
  func longArgument(text: String) {
    recovered(number: 1, letter: "a")
  }

  @Test func exhaustedOnDetachedTask() async {
    await Task.detached {
      PageObject().open()  // suite exhausted detached
    }.value
  }
}
