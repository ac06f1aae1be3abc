internal import Foundation

/// A flaky part of a test, or a whole one, and where its author wrote that.
struct FlakyScope: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite

  /// Whether it makes sense and has not expired; if not, says so.
  func isInForce(in test: RunningTest?) -> Bool {
    if let problem = flakiness.problem {
      fail(problem, in: test)
      return false
    }
    if flakiness.isExpired(at: Date()) {
      tell(.flakyScopeExpired(flakiness), in: test)
      return false
    }
    return true
  }

  func fail(_ message: String, in test: RunningTest?) {
    TestFailure(message: message, callSite: callSite, test: test).record()
  }

  func tell(_ kind: RetryEvent.Kind, in test: RunningTest?) {
    let step = Step(
      actionDescription: test?.name,
      policy: .default,
      failure: .failsTest,
      hasResetSteps: false,
      callSite: callSite
    )
    RetryEnvironment.current.tell(RetryEvent(kind: kind, step: step, depth: 0, test: test))
  }
}
