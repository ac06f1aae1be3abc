import Testing

@testable import TargetedAutoRetry

/// Steps of objects that are not tests, and the members that the test around supplies.
@Suite struct TestObjectTests {
  private let bench = Workbench()

  /// A test or a page with a policy and a hook.
  private struct Outer: TargetedAutoRetry {
    var retryPolicy = RetryPolicy(retryAttempts: 1)
    var hook: (FailedAttempt) -> RecoveryAction = { _ in .retry }

    func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { hook(attempt) }

    func around(_ body: () -> Void) {
      step("Outer", body)
    }
  }

  private struct Page: TargetedAutoRetry {
    func fail(_ call: RetryPolicy? = nil) -> Int {
      step("Inner", policy: call, until: { false })
    }
  }

  @Test func `the policy of the test comes after page, scope and call`() {
    let outer = Outer(retryPolicy: RetryPolicy(retryAttempts: 1, delay: .constant(.seconds(1))))
    bench.run {
      outer.around {
        #expect(Page().fail() == 2)
        #expect(Page().fail(RetryPolicy(retryAttempts: 0)) == 1)
        #expect(Outer(retryPolicy: RetryPolicy(retryAttempts: 2)).step(until: { false }) == 3)
        #expect(withRetryPolicy(RetryPolicy(retryAttempts: 4)) { Page().fail() } == 5)
        #expect(CurrentTest().step(until: { false }) == 2)
      }
      #expect(Page().fail() == 4)
    }
    #expect(bench.time.waits == Array(repeating: .seconds(1), count: 1 + 2 + 4 + 1))
  }

  @Test func `the hook of the test is called for a page that has none`() {
    var asked: [String] = []
    func test(hearing text: @escaping (FailedAttempt) -> String) -> Outer {
      Outer(hook: { attempt in
        asked.append(text(attempt))
        return .retry
      })
    }
    bench.run {
      test(hearing: { "\($0.actionDescription) \($0.number)" }).around {
        #expect(Page().fail() == 2)
        test(hearing: { _ in "own" }).step(retries: 0, until: { false })
      }
    }
    #expect(asked == ["Inner 1", "Inner 2", "own"])
  }

  /// Many write the other type, and no compiler warns.
  @Test func `a hook that asks for a failed attempt is called too, also for a page`() async {
    struct Test: TargetedAutoRetry {
      let seen = Locked<[String]>([])

      func collectEvidence(of attempt: FailedAttempt) {
        seen.withLock { $0.append("\(attempt.actionDescription) \(attempt.number)") }
      }
    }
    let test = Test()
    await bench.run {
      #expect(test.step(until: { RetryAttempt.current?.number == 3 }) == 2)
      test.step("Outer") { #expect(Page().fail(RetryPolicy(retryAttempts: 0)) == 1) }
      #expect(await test.stepLater(retries: 0, until: { false }) {} == 1)
    }
    let name = test.seen.withLock { $0[0].dropLast(2) }
    #expect(test.seen.withLock { $0 } == ["\(name) 1", "\(name) 2", "Inner 1", "\(name) 1"])
  }

  /// Many write this label, and no compiler warns.
  @Test func `a hook for an attempt is called too, also for a page`() {
    struct Test: TargetedAutoRetry {
      let seen = Locked<[String]>([])

      func collectEvidence(for attempt: AttemptEvidence) {
        seen.withLock { $0.append("\(attempt.actionDescription) \(attempt.number) \(attempt.failure == nil)") }
      }

      func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction {
        attempt.number == 2 ? .abort("the app crashed") : .retry
      }
    }
    let test = Test()
    bench.run {
      test.step("Open", until: { RetryAttempt.current?.number == 2 })
      test.step("Close", until: { false })
      test.step("Outer", retries: 0) { #expect(Page().fail() == 4) }
    }
    #expect(
      test.seen.withLock { $0 } == [
        "Open 1 false", "Open 2 true", "Close 1 false", "Close 2 false", "Inner 1 false", "Inner 2 false",
        "Outer 1 false",
      ]
    )
    #expect(bench.failures.first?.message.contains("the app crashed") == true)
  }

  #if os(Linux)
    @Test func `a hook for an attempt is called in a class too`() {
      final class Base: RetryableTestCase {
        let seen = Locked<[Int]>([])

        override func collectEvidence(for attempt: AttemptEvidence) { seen.withLock { $0.append(attempt.number) } }

        override func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction { .abort("the app crashed") }
      }
      let base = Base(name: "Base.test") { _ in }
      bench.run { _ = base.step("Open", until: { false }) }
      #expect(base.seen.withLock { $0 } == [1])
      #expect(bench.failures.first?.message.contains("the app crashed") == true)
    }
  #endif

  @Test func `an abort by the test's hook ends the page's step`() {
    let outer = Outer(hook: { _ in .abort("the app crashed") })
    var runs = 0
    bench.run {
      outer.around {
        runs += 1
        #expect(Page().fail() == 4 - 2)
      }
    }
    #expect(runs == 1)
    #expect(bench.failures.count == 1)
  }

  @Test func `the hook of a test that declares nothing is the last one`() {
    struct Plain: TargetedAutoRetry {}
    bench.run {
      Plain().step { #expect(Page().fail() == 4) }
      Page().step { CurrentTest().step(retries: 1, until: { false }) }
    }
  }
}

/// A suite whose trait everything inside follows, also what does not know the suite.
@Suite(.retryPolicy(RetryPolicy(retryAttempts: 1, delay: .constant(.seconds(1))))) struct RetryPolicyTraitTests {
  private struct Page: TargetedAutoRetry {
    var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 5, conditionTimeout: .seconds(3)) }
  }

  private let bench = Workbench()

  @Test func `page objects and the current test follow it`() async {
    await bench.run {
      #expect(Page().step(until: { false }) == 2)
      #expect(CurrentTest().step(until: { false }) == 2)
      #expect(await CurrentTest().stepLater(until: { false }) {} == 2)
      #expect(CurrentTest().step(policy: RetryPolicy(retryAttempts: 0), until: { false }) == 1)
    }
    #expect(bench.time.waits.count { $0 == .seconds(1) } == 3)
  }

  @Test(.retryPolicy(RetryPolicy(retryAttempts: 2)), arguments: [1, 2])
  func `the closest one comes first, and the next fills in`(number: Int) {
    bench.run {
      #expect(CurrentTest().step(until: { false }) == 3)
      #expect(withRetryPolicy(RetryPolicy(retryAttempts: 0)) { CurrentTest().step(until: { false }) } == 1)
    }
    #expect(bench.time.waits == [.seconds(1), .seconds(1)])
  }
}
