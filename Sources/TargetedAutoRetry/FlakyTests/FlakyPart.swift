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
