import Foundation
import TargetedAutoRetry
import Testing

/// Each exit test ends as it expects, so only the failure of a step in its child can fail it.
@Suite struct ExitTestFixture {
  @Test func step() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().autoRetry("Launch", retryAttempts: 1) {
      } until: {
        false
      }
      fatalError("the crash under test")
    }
  }

  @Test func asynchronousStep() async {
    await #expect(processExitsWith: .failure) {
      await CurrentTest().autoRetry("Launch", retryAttempts: 1) {
        await Task.yield()
      } until: {
        false
      }
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
      Aborting().autoRetry("Launch", failTestOnFailure: false) {
      } until: {
        false
      }
    }
  }

  @Test func recovery() async {
    await #expect(processExitsWith: .success) {
      CurrentTest().autoRetry("Launch") {
      } until: {
        RetryAttempt.current?.number == 2
      }
    }
  }

  @Test func crashInAttempt() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().autoRetry("Launch") {
        Issue.record("a bug")
        fatalError("the crash under test")
      } until: {
        true
      }
    }
  }

  @Test func crashAfterInnerStep() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().autoRetry("Outer") {
        CurrentTest().autoRetry("Launch", retryAttempts: 0) {
        } until: {
          false
        }
        fatalError("the crash under test")
      } until: {
        true
      }
    }
  }

  @Test func thread() async {
    await #expect(processExitsWith: .success) {
      let thread = Thread {
        CurrentTest().autoRetry("Launch", retryAttempts: 0) {
        } until: {
          false
        }
      }
      thread.start()
      while !thread.isFinished { await Task.yield() }
    }
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 1))) func flaky() async {
    await #expect(processExitsWith: .failure) {
      CurrentTest().autoRetry("Launch", retryAttempts: 0) {
      } until: {
        false
      }
      fatalError("the crash under test")
    }
  }

  @Test func insideAttempt() async {
    await CurrentTest().autoRetry("Outer", retryAttempts: 1) {
      await #expect(processExitsWith: .failure) {
        CurrentTest().autoRetry("Launch", retryAttempts: 0) {
        } until: {
          false
        }
        fatalError("the crash under test")
      }
    } until: {
      true
    }
  }
}

private struct Aborting: TargetedAutoRetry {
  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .abort("the app crashed") }
}
