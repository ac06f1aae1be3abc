import Testing

@testable import TargetedAutoRetry

/// The words of the log and of failures: true, and no contradiction.
@Suite struct WordingTests {
  @Test func `a step that ends early does not say how many retries remain`() {
    let bench = Workbench(recovery: { _ in .abort("the app crashed") })
    #expect(bench.attempts() == 1)
    let line =
      "♻️♻️♻️ [RETRY INFO: 0] Sign In Attempt Unsuccessful. Number of attempts: 1."
    #expect(bench.log.contains(line))
  }

  @Test(arguments: [
    (Duration.zero, "0 ms"), (.milliseconds(20), "20 ms"), (.microseconds(999_400), "999 ms"),
    (.microseconds(999_500), "1.0 s"), (.milliseconds(1_500), "1.5 s"), (.seconds(90), "90.0 s"),
  ])
  func `a duration below one second is in milliseconds`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }

  @Test(arguments: [("It crashed", "It crashed."), ("It crashed.", "It crashed."), ("Why?", "Why?"), ("No!", "No!")])
  func `a reason that is a sentence has no second full stop`(reason: String, sentence: String) {
    let bench = Workbench(recovery: { _ in .abort(reason) })
    #expect(bench.attempts() == 1)
    #expect(bench.failures.first?.message.contains("[FAIL] \(sentence) Auto Retry was told to stop") == true)
  }

  @Test func `a failure counts the attempts once`() {
    let bench = Workbench(recovery: { _ in .abort("it crashed") })
    #expect(bench.attempts() == 1)
    #expect(
      bench.failures.first?.message
        == "♻️♻️♻️❌ [FAIL] it crashed. Auto Retry was told to stop after 1 attempt of action: Sign In. No more retries "
        + "will be attempted. The step took 0 ms. Cause: The success condition was still false 0 ms after the action "
        + "(checked once)."
    )
  }

  @Test(arguments: [("Sign in.", "Sign in."), ("Sign in?", "Sign in?"), ("Sign in", "Sign in.")])
  func `a name that is a sentence has no second full stop`(name: String, end: String) {
    let bench = Workbench()
    _ = bench.run {
      bench.step(name, retries: 0, until: { false })
    }
    #expect(bench.log.contains { $0.contains("failed for action: \(end) No more") })
  }
}
