import Foundation
import TargetedAutoRetry
import Testing

/// Each exit test ends as it expects, so only the failure of a step in its child can fail it.
@Suite struct ExitTestFixture {
  @Test func step() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().step("Launch", retries: 1, until: { false })
      fatalError("the crash under test")
    }
  }

  @Test func asynchronousStep() async {
    await #expect(processExitsWith: .failure) {
      await CurrentTest().stepLater("Launch", retries: 1, until: { false }) { await Task.yield() }
      fatalError("the crash under test")
    }
  }

  @Test func wait() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().autoWait("Window", for: .zero) { false }
      exit(1)
    }
  }

  @Test func abort() async {
    await #expect(processExitsWith: .success) {
      Aborting().step("Launch", failsTest: false, until: { false })
    }
  }

  @Test func recovery() async {
    await #expect(processExitsWith: .success) {
      CurrentTest().step("Launch", until: { RetryAttempt.current?.number == 2 })
    }
  }

  @Test func crashInAttempt() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().step("Launch") {
        Issue.record("a bug")
        fatalError("the crash under test")
      }
    }
  }

  @Test func crashAfterInnerStep() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().step("Outer") {
        CurrentTest().step("Launch", retries: 0, until: { false })
        fatalError("the crash under test")
      }
    }
  }

  @Test func thread() async {
    await #expect(processExitsWith: .success) {
      let thread = Thread { CurrentTest().step("Launch", retries: 0, until: { false }) }
      thread.start()
      while !thread.isFinished { await Task.yield() }
    }
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 1))) func flaky() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().step("Launch", retries: 0, until: { false })
      fatalError("the crash under test")
    }
  }

  @Test func insideAttempt() async {
    await CurrentTest().stepLater("Outer", retries: 1) {
      await #expect(processExitsWith: .failure) {
        CurrentTest().step("Launch", retries: 0, until: { false })
        fatalError("the crash under test")
      }
    }
  }
}

private struct Aborting: TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .abort("the app crashed") }
}
