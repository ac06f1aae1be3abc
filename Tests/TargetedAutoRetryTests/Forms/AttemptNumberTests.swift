import Testing

@testable import TargetedAutoRetry

@Suite struct AttemptNumberTests {
  @Test func `the closures can read the number of their attempt`() {
    let bench = Workbench()
    var numbers: [String] = []
    func note(_ part: String) { numbers.append("\(part) \(RetryAttempt.current?.number ?? 0)") }
    bench.run {
      bench.step(
        until: {
          note("condition")
          return numbers.count > 4
        },
        reset: { note("reset") }
      ) { note("action") }
    }
    #expect(numbers == ["action 1", "condition 1", "reset 1", "action 2", "condition 2"])
    #expect(RetryAttempt.current == nil)
  }

  @Test func `the number is that of the innermost step`() {
    let bench = Workbench()
    var inner: [Int] = []
    var outer: [Int] = []
    bench.run {
      bench.step(until: { outer.count == 2 }) {
        bench.step(until: { inner.count.isMultiple(of: 2) }) { inner.append(RetryAttempt.current?.number ?? 0) }
        outer.append(RetryAttempt.current?.number ?? 0)
      }
    }
    #expect(inner == [1, 2, 1, 2])
    #expect(outer == [1, 2])
  }

  @Test func `escalating reset steps try harder with each retry`() {
    let bench = Workbench()
    var resets: [String] = []
    bench.run {
      bench.step(
        retries: 5,
        failsTest: false,
        until: { false },
        reset: escalating({ resets.append("clear") }, { resets.append("home") }, { resets.append("launch") })
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
      await bench.stepLater(
        failsTest: false,
        until: { false },
        reset: escalating({ await reset("clear") }, { await reset("launch") })
      ) {}
    }
    #expect(resets.withLock { $0 } == ["clear", "launch", "launch"])
  }

  @Test func `outside of a step the first of the escalating steps runs`() {
    var resets: [String] = []
    escalating({ resets.append("clear") }, { resets.append("launch") })()
    #expect(resets == ["clear"])
  }

  @Test func `escalating steps that throw are steps that throw`() async {
    @Sendable func launch() throws { throw CancellationError() }
    let bench = Workbench()
    #expect(throws: CancellationError.self) {
      try bench.run { try bench.step(until: { false }, reset: escalating({}, launch)) }
    }
    #expect(bench.summary.last == "stopped in attempt 2 by CancellationError()")
    let asynchronous = escalating({ try await Task { try launch() }.value }, { await Task.yield() })
    await #expect(throws: CancellationError.self) { try await asynchronous() }
  }
}
