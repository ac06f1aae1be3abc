import Testing

@testable import TargetedAutoRetry

@Suite struct DelayTests {
  private func waits(_ delay: RetryDelay, count: Int = 5) -> [Duration] {
    (1...count).map { delay.duration(beforeRetry: $0) }
  }

  @Test(
    arguments: [
      (.zero, [0, 0, 0, 0, 0]),
      (.constant(.seconds(3)), [3, 3, 3, 3, 3]),
      (.seconds(3), [3, 3, 3, 3, 3]),
      (.milliseconds(4_000), [4, 4, 4, 4, 4]),
      (.exponential(from: .seconds(1)), [1, 2, 4, 8, 16]),
      (.exponential(from: .seconds(1), factor: 3, cap: .seconds(20)), [1, 3, 9, 20, 20]),
      (.exponential(from: .seconds(30), cap: .seconds(20)), [20, 20, 20, 20, 20]),
      (.exponential(from: .zero), [0, 0, 0, 0, 0]),
    ] as [(RetryDelay, [Int])]
  )
  func `the waits are as their name says`(delay: RetryDelay, seconds: [Int]) {
    #expect(waits(delay) == seconds.map { .seconds($0) })
  }

  @Test(arguments: [RetryDelay.seconds, RetryDelay.milliseconds])
  func `seconds that no duration can hold do not stop the process`(delay: @Sendable (Double) -> RetryDelay) {
    #expect(delay(.nan).problem == "delay is nan, but must be 0 seconds or more.")
    #expect(delay(-.infinity).problem != nil)
    #expect(waits(delay(.infinity), count: 1) == [.seconds(1_000_000_000)])
  }

  @Test(
    arguments: [
      .exponential(from: .seconds(1), factor: .greatestFiniteMagnitude),
      .exponential(from: .seconds(Int64.max)),
      .exponential(from: .nanoseconds(1), factor: 10),
    ] as [RetryDelay]
  )
  func `waits grow without overflow, and end at a billion seconds`(delay: RetryDelay) {
    #expect(delay.duration(beforeRetry: 1_000_000) == .seconds(1_000_000_000))
  }

  @Test func `a wait that no clock can count to does not stop the process`() async {
    let task = Task { try await Timekeeper.live.sleep(.seconds(Int64.max)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect((Duration.seconds(Int64.max) + .seconds(Int64.max)).text.hasSuffix(" s"))
  }

  @Test(arguments: [(1, 0), (0.25, 6)] as [(Double, Int)])
  func `jitter shortens a delay by at most its share`(jitter: Double, rest: Int) {
    let waits = waits(.exponential(from: .seconds(8), factor: 1, jitter: jitter, seed: 1), count: 1_000)
    #expect(waits.allSatisfy { $0 > .seconds(rest) && $0 <= .seconds(8) })
    #expect(Set(waits).count > 900)
    #expect(waits.contains { $0 < .seconds(rest + 1) } && waits.contains { $0 > .seconds(7) })
  }

  @Test(arguments: [1, nil])
  func `a seed makes jitter repeatable`(seed: UInt64?) {
    func waits() -> [Duration] {
      let bench = Workbench()
      let policy = RetryPolicy(delay: .exponential(from: .seconds(8), jitter: 1, seed: seed))
      bench.run { bench.step(failsTest: false, policy: policy, until: { false }) }
      return bench.time.waits
    }
    #expect((waits() == waits()) == (seed != nil))
  }
}
