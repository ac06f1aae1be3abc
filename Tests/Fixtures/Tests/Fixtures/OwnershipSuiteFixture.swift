import Foundation
import Testing

@testable import TargetedAutoRetry

private struct Broken: Error {
  let name: String
}

/// Failures beside, after and around attempts and flaky scopes, in Swift Testing; each
/// name gives the expected colour.
@Suite(.serialized) struct OwnershipSuiteFixture: TargetedAutoRetry {
  private static let lateIssue = Locked<Task<Void, Never>?>(nil)
  private static let nextIsOpen = Gate()

  private var isFirstRun: Bool { FlakyTrait.retryCount == 0 }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" ? .abort("the app crashed") : .retry
  }

  private func throwsThroughPart() throws {
    try flaky(.fixable(reason: "slow map")) { if isFirstRun { throw Broken(name: "A") } }
  }

  @Test func redExhaustedBesideSlowStep() async {
    let isExhausted = Gate()
    async let slow = autoRetry(mainAction: { await isExhausted.wait() }, successCondition: { true })
    async let broken = autoRetry(
      mainAction: { await Task.yield() },
      successCondition: { false },
      retryAttempts: 1
    )
    _ = await broken
    await isExhausted.open()
    _ = await slow
  }

  @Test(.flaky(.fixable(reason: "slow map"))) func redOtherErrorAfterPart() throws {
    do { try throwsThroughPart() } catch {}
    if isFirstRun { throw Broken(name: "B") }
  }

  @Test(.flaky(.fixable(reason: "slow map"))) func redOtherIssueAfterPart() throws {
    do { try throwsThroughPart() } catch {}
    if isFirstRun { Issue.record(Broken(name: "B")) }
  }

  @Test(.flaky(.fixable(reason: "slow map"))) func greenSameErrorThrownAgain() throws {
    do { try throwsThroughPart() } catch { throw error }
  }

  @Test(.flaky(.fixable(reason: "slow map"))) func greenIssueWithErrorInPart() {
    flaky(.fixable(reason: "slow map")) { if isFirstRun { Issue.record(Broken(name: "B")) } }
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: .max))) func greenAsManyRerunsAsAnIntegerCounts() {
    if isFirstRun { Issue.record("once") }
  }

  @Test(.flaky(.fixable(reason: "slow map"))) func redLateIssueOfAnotherRun() async {
    if isFirstRun {
      let task = Task {
        await Self.nextIsOpen.wait()
        Issue.record("late")
      }
      Self.lateIssue.withLock { $0 = task }
      Issue.record("in time")
    } else {
      await Self.nextIsOpen.open()
      await Self.lateIssue.withLock { $0 }?.value
    }
  }

  @Test func redLateIssueInNextAttemptAround() async {
    let isOver = Gate()
    let isRecorded = Gate()
    await autoRetry(
      mainAction: {
        guard RetryAttempt.current?.number == 1 else { return }
        await autoRetry(
          mainAction: {
            Task {
              await isOver.wait()
              Issue.record("late")
              await isRecorded.open()
            }
            await Task.yield()
          },
          successCondition: { true }
        )
        await isOver.open()
        await isRecorded.wait()
      },
      successCondition: { true }
    )
  }

  @Test func redIssueInLateCheckThatRunsOutOfTime() {
    var looks = 0
    autoRetry(
      mainAction: {},
      successCondition: {
        looks += 1
        if looks == 2 {
          Issue.record("in the late check")
          usleep(600_000)
        }
        return looks == 2
      },
      failTestOnFailure: false,
      policy: RetryPolicy(delay: .constant(.milliseconds(10)), timeLimit: .milliseconds(500))
    )
  }

  @Test func redIssueInLateCheckThatIsCancelled() async {
    await Task {
      var looks = 0
      await autoRetry(
        mainAction: { await Task.yield() },
        successCondition: {
          looks += 1
          if looks == 2 {
            withUnsafeCurrentTask { $0?.cancel() }
            Issue.record("in the late check")
          }
          return looks == 2
        },
        policy: RetryPolicy(delay: .constant(.milliseconds(1)))
      )
    }.value
  }

  @Test func redAbortInLateCheck() {
    var looks = 0
    autoRetry(
      mainAction: {},
      successCondition: {
        looks += 1
        if looks == 2 {
          autoRetry(
            mainAction: {},
            successCondition: { false },
            actionDescription: "Crash",
            failTestOnFailure: false
          )
        }
        return looks == 2
      },
      policy: RetryPolicy(delay: .constant(.milliseconds(1)))
    )
  }

  @Test func redAbortOfSwallowedValueStep() {
    autoRetry(
      mainAction: { _ = try? autoRetry("Crash", operation: { throw Broken(name: "gone") }) },
      successCondition: { true }
    )
  }

  /// Recovers in each run, inside a flaky scope and another step.
  @Test(.flaky(.fixable(reason: "slow map"))) func gateRecovers() {
    flaky(.fixable(reason: "slow map")) {
      autoRetry(
        mainAction: {
          var attempts = 0
          autoRetry(mainAction: { attempts += 1 }, successCondition: { attempts == 2 }, actionDescription: "Inner")
        },
        successCondition: { true },
        actionDescription: "Outer"
      )
    }
  }
}
