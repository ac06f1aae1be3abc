import Testing

@testable import TargetedAutoRetry

/// A `Bool` is a condition in every form, also where Swift prefers a form that returns a value: behind `try?`, in a closure
/// of several statements.
@Suite struct BoolTests {
  private let bench = Workbench()
  private let checks = Locked(0)

  /// Returns true at every third check.
  private func isReady() throws -> Bool {
    checks.withLock {
      $0 += 1
      return $0 % 3 == 0
    }
  }

  private func maybeReady() throws -> Bool? { try isReady() ? true : nil }

  @Test func `a wait waits, whatever Swift takes its closure for`() {
    bench.run {
      _ = try? bench.autoWait("Rows") {
        let isTrue = try isReady()
        return isTrue
      }
    }
    #expect(checks.withLock { $0 } == 3)
    let isTrue = bench.run {
      try? bench.autoWait("Rows") {
        let isTrue = try maybeReady()
        return isTrue
      }
    }
    #expect(isTrue == true)
    #expect(checks.withLock { $0 } == 6)
    #expect(bench.failures.isEmpty)
  }

  @Test func `an asynchronous wait waits too`() async {
    await bench.run {
      _ = try? await bench.autoWait("Rows") {
        await Task.yield()
        return try isReady()
      }
    }
    #expect(checks.withLock { $0 } == 3)
    #expect(bench.failures.isEmpty)
  }

  @Test func `a wait for an optional value waits for one`() {
    func row() throws -> Int? { try isReady() ? 7 : nil }
    let found = bench.run {
      try? bench.autoWait("Row") {
        let row = try row()
        return row
      }
    }
    #expect(found == 7)
    #expect(checks.withLock { $0 } == 3)
  }

  @Test(arguments: [false, true])
  func `a wait whose condition throws returns false`(throws: Bool) async {
    func isNever() throws -> Bool {
      if `throws` { throw NotYet() }
      return false
    }
    func waitHere() -> Bool? {
      try? bench.autoWait("Rows") {
        let isTrue = try isNever()
        return isTrue
      }
    }
    #expect(bench.run(waitHere) == false)
    let later = await bench.run {
      try? await bench.autoWait("Rows") {
        await Task.yield()
        return try isNever()
      }
    }
    #expect(later == false)
    #expect(bench.failures.count == 2)
  }

  @Test func `a step is retried, and fails the test`() async {
    func tap(retries: Int) -> Bool? {
      try? bench.autoRetry("Tap", retryAttempts: retries) {
        let isTrue = try isReady()
        return isTrue
      }
    }
    #expect(bench.run { tap(retries: 2) } == true)
    let later = await bench.run {
      try? await bench.autoRetry("Tap") {
        await Task.yield()
        return try checks.withLock { $0 } < 5 ? isReady() : nil
      }
    }
    #expect(later == false)
    #expect(checks.withLock { $0 } == 5)
    #expect(bench.failures.count == 1)
    checks.withLock { $0 = 0 }
    #expect(bench.run { tap(retries: 1) } == false)
    #expect(bench.failures.count == 2)
    #expect(bench.failures.last?.message.hasSuffix("Cause: The action returned false.") == true)
  }

  @Test func `an until that takes the condition decides`() throws {
    #expect(
      try bench.run {
        try bench.autoRetry("Is Dark") {
          false
        } until: {
          !$0
        }
      } == false
    )
    #expect(bench.failures.isEmpty)
  }
}
