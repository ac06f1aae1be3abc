internal import Foundation

/// A flaky part of a test, or a whole one, and where its author wrote that.
struct FlakyScope: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// Whether its last day is over: then it withholds nothing.
  private(set) var isExpired = false

  init(flakiness: Flakiness, callSite: CallSite) {
    self.flakiness = flakiness
    self.callSite = callSite
  }

  /// How often the test may run again for it.
  var maxRetryCount: Int { isExpired ? 0 : flakiness.maxRetryCount }

  /// The scope as it is today, expired or not, which is told; nil where it makes no sense, which is a failure.
  func today(in test: RunningTest?) -> FlakyScope? {
    if let problem = flakiness.problem {
      fail(problem, in: test)
      return nil
    }
    var scope = self
    scope.isExpired = flakiness.isExpired(at: Date())
    if scope.isExpired { tell(.flakyScopeExpired(flakiness), in: test) }
    return scope
  }

  func fail(_ message: String, in test: RunningTest?) {
    TestFailure(message: message, callSite: callSite, test: test, kind: .gate).record()
  }

  func tell(_ kind: RetryEvent.Kind, in test: RunningTest?, id: StepID = .next()) {
    let event = RetryEvent(kind, ofTest: test, callSite: callSite, id: id)
    RetryEnvironment.current.tell(event)
  }
}

/// A flaky part of a test while it runs.
final class FlakyPart: IssueKeeper {
  let scope: FlakyScope
  /// The run of the test that it is a part of.
  let run: TestRun
  private let isEnded = Locked(false)

  init(_ scope: FlakyScope, of run: TestRun) {
    self.scope = scope
    self.run = run
  }

  /// Whether its code runs, and its run of the test does.
  var isOpen: Bool { !isEnded.withLock { $0 } && run.isOpen }

  func end() { isEnded.withLock { $0 = true } }

  func run(_ tests: () throws -> Void) rethrows {
    do {
      try Surroundings.$current.withValue(.with(flakyPart: self), operation: tests)
    } catch {
      run.errorLeaves(self, error)
      throw error
    }
  }

  func run(isolation: isolated (any Actor)?, _ tests: () async throws -> Void) async rethrows {
    do {
      try await Surroundings.$current.withValue(.with(flakyPart: self), operation: tests, isolation: isolation)
    } catch {
      run.errorLeaves(self, error)
      throw error
    }
  }
}
