import Testing

@testable import TargetedAutoRetry

@Suite struct AttemptNumberTests {
  @Test func `the closures can read the number of their attempt`() {
    let bench = Workbench()
    var numbers: [String] = []
    func note(_ part: String) { numbers.append("\(part) \(RetryAttempt.current?.number ?? 0)") }
    bench.run {
      bench.autoRetry(
        mainAction: { note("action") },
        successCondition: {
          note("condition")
          return numbers.count > 4
        },
        resetSteps: { note("reset") }
      )
    }
    #expect(numbers == ["action 1", "condition 1", "reset 1", "action 2", "condition 2"])
    #expect(RetryAttempt.current == nil)
  }

  @Test func `the number is that of the innermost step`() {
    let bench = Workbench()
    var inner: [Int] = []
    var outer: [Int] = []
    bench.run {
      bench.autoRetry(
        mainAction: {
          bench.autoRetry(
            mainAction: { inner.append(RetryAttempt.current?.number ?? 0) },
            successCondition: { inner.count.isMultiple(of: 2) }
          )
          outer.append(RetryAttempt.current?.number ?? 0)
        },
        successCondition: { outer.count == 2 }
      )
    }
    #expect(inner == [1, 2, 1, 2])
    #expect(outer == [1, 2])
  }

  @Test func `escalating reset steps try harder with each retry`() {
    let bench = Workbench()
    var resets: [String] = []
    bench.run {
      bench.autoRetry(
        mainAction: {},
        successCondition: { false },
        resetSteps: escalating({ resets.append("clear") }, { resets.append("home") }, { resets.append("launch") }),
        retryAttempts: 5,
        failTestOnFailure: false
      )
    }
    #expect(resets == ["clear", "home", "launch", "launch", "launch"])
  }

  @Test func `asynchronous reset steps escalate too`() async {
    let bench = Workbench()
    let resets = Locked<[String]>([])
    func reset(_ name: String) async {
      await Task.yield()
      resets.withLock { $0.append(name) }
    }
    await bench.run { () async in
      await bench.autoRetry(
        mainAction: { await Task.yield() },
        successCondition: { false },
        resetSteps: escalating({ await reset("clear") }, { await reset("launch") }),
        failTestOnFailure: false
      )
    }
    #expect(resets.withLock { $0 } == ["clear", "launch", "launch"])
  }

  @Test func `outside of a step the first of the escalating steps runs`() {
    var resets: [String] = []
    escalating({ resets.append("clear") }, { resets.append("launch") })()
    #expect(resets == ["clear"])
  }

  @Test func `escalating steps that throw are steps that throw`() {
    func launch() throws { throw CancellationError() }
    let steps = escalating({}, launch)
    #expect(throws: CancellationError.self) {
      try Surroundings.$current.withValue(.with(step: .secondAttempt)) { try steps() }
    }
  }
}

extension StepContext {
  fileprivate static var secondAttempt: StepContext {
    let step = StepContext(of: StepPolicy(), retryAttempts: 3, in: nil, at: .zero)
    return StepContext(step, attempt: Attempt(number: 2, retriesRemaining: 2), issues: nil)
  }
}
