internal import Foundation

/// The author's mark of a flaky test, and its place.
struct FlakyMark: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// True if the last day of the mark is over; nothing is withheld for it then.
  private(set) var isExpired = false

  init(_ flakiness: Flakiness, _ callSite: CallSite) {
    self.flakiness = flakiness
    self.callSite = callSite
  }

  /// The maximum number of re-runs of the test.
  var maxRetryCount: Int { isExpired ? 0 : flakiness.maxRetryCount }

  /// The mark as of today; an expired mark is logged; an invalid one fails the test, and the result is nil.
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
    World.current.recordFailure(failure)
  }

  func emit(_ kind: RetryEvent.Kind, in test: RunningTest?, id: StepID = .next()) {
    World.current.emit(RetryEvent(kind, ofTest: test, callSite: callSite, id: id))
  }
}

/// A flaky scope of a test, while its code runs.
final class FlakyScope: Sendable {
  let mark: FlakyMark
  let run: TestRun
  private let isEnded = Locked(false)

  init(_ mark: FlakyMark, of run: TestRun) {
    self.mark = mark
    self.run = run
    run.ledger.flakyScopeBegins()
  }

  /// Begins a scope; nil, with an issue, if the mark is invalid or the test cannot run again.
  ///
  /// - Parameter run: The run of a test that can run again.
  static func begin(_ mark: FlakyMark, of run: TestRun?, in test: RunningTest?) -> FlakyScope? {
    guard let mark = mark.today(in: test) else { return nil }
    guard let run else {
      mark.fail(test?.framework == .swiftTesting ? needsTrait : needsBaseClass, in: test)
      return nil
    }
    run.begins(mark)
    return FlakyScope(mark, of: run)
  }

  private static let needsTrait = "A flaky scope needs the trait .flaky on its test."
  private static let needsBaseClass =
    "A flaky scope needs a test that can run again: inherit from RetryableTestCase."

  /// True while its code and its run of the test are running.
  var isOpen: Bool { !isEnded.withLock { $0 } && run.isOpen }

  func perform(_ tests: () throws -> Void) rethrows {
    defer { end() }
    do {
      try Surroundings.$current.withValue(.with(flakyScope: self), operation: tests)
    } catch {
      throw run.leaves(self, error)
    }
  }

  func perform(isolation: isolated (any Actor)?, _ tests: () async throws -> Void) async rethrows {
    defer { end() }
    do {
      try await Surroundings.$current.withValue(.with(flakyScope: self), operation: tests, isolation: isolation)
    } catch {
      throw run.leaves(self, error)
    }
  }

  private func end() {
    isEnded.withLock { $0 = true }
    run.ledger.flakyScopeEnds()
  }
}
