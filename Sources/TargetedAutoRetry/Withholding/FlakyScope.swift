internal import Foundation

/// What the author of a flaky test says of it, and where.
struct FlakyMark: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// True if its last day is over: then nothing is withheld for it.
  private(set) var isExpired = false

  init(_ flakiness: Flakiness, _ callSite: CallSite) {
    self.flakiness = flakiness
    self.callSite = callSite
  }

  /// The number of times that the test may run again for it.
  var maxRetryCount: Int { isExpired ? 0 : flakiness.maxRetryCount }

  /// The mark as it is today, expired or not, which is told; nil where it makes no sense, which is a failure.
  func today(in test: RunningTest?) -> FlakyMark? {
    if let problem = flakiness.problem {
      fail(problem.text, in: test)
      return nil
    }
    var mark = self
    mark.isExpired = flakiness.isExpired(at: World.current.timekeeper.date)
    if mark.isExpired { emit(.flakyScopeExpired(flakiness), in: test) }
    return mark
  }

  func fail(_ message: String, in test: RunningTest?) {
    let failure = TestFailure(message: message, callSite: callSite, test: test, kind: .gate)
    _ = World.current.recordFailure(failure)
  }

  func emit(_ kind: RetryEvent.Kind, in test: RunningTest?, id: StepID = .next()) {
    let event = RetryEvent(kind, ofTest: test, callSite: callSite, id: id)
    World.current.emit(event)
  }
}

/// A flaky part of a test, while its code runs.
final class FlakyScope: Sendable {
  let mark: FlakyMark
  /// The run of the test that it is a part of.
  let run: TestRun
  private let isEnded = Locked(false)

  init(_ mark: FlakyMark, of run: TestRun) {
    self.mark = mark
    self.run = run
    run.ledger.flakyScopeBegins()
  }

  /// True while its code runs, and its run of the test does.
  var isOpen: Bool { !isEnded.withLock { $0 } && run.isOpen }

  func perform(_ tests: () throws -> Void) rethrows {
    defer { end() }
    do {
      try Surroundings.$current.withValue(.with(flakyScope: self), operation: tests)
    } catch {
      run.errorLeaves(self, error)
      throw error
    }
  }

  func perform(isolation: isolated (any Actor)?, _ tests: () async throws -> Void) async rethrows {
    defer { end() }
    do {
      try await Surroundings.$current.withValue(.with(flakyScope: self), operation: tests, isolation: isolation)
    } catch {
      run.errorLeaves(self, error)
      throw error
    }
  }

  private func end() {
    isEnded.withLock { $0 = true }
    run.ledger.flakyScopeEnds()
  }
}
