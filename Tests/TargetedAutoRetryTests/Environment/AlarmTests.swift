import Testing

@testable import TargetedAutoRetry

@Suite struct AlarmTests {
  private let rings = AsyncStream.makeStream(of: Int.self)

  private func setAlarm(_ number: Int, in milliseconds: Int) -> @Sendable () -> Void {
    let time = Timekeeper.live
    return time.setAlarm(time.now() + .milliseconds(milliseconds)) { [rings] in rings.continuation.yield(number) }
  }

  private func rings(_ count: Int) async -> [Int] {
    await rings.stream.prefix(count).reduce(into: []) { $0.append($1) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `an alarm that is set later may ring earlier`() async {
    _ = Timekeeper.live.setAlarm(.seconds(Int64.max)) { Issue.record("The end of time has come.") }
    for (number, delay) in [90, 30, 60].enumerated() { _ = setAlarm(number, in: delay) }
    #expect(await Set(rings(3)) == [0, 1, 2])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a canceled alarm does not ring`() async {
    let cancel = [2_000, 2_000, 2_001].enumerated().map { setAlarm($0, in: $1) }
    cancel[0]()
    #expect(await Set(rings(2)) == [1, 2])
    // It has rung, so this does nothing.
    cancel[1]()
  }

  @Test(.timeLimit(.minutes(1)))
  func `an alarm of the past, and one within another, ring at once`() async {
    let time = Timekeeper.live
    let continuation = rings.continuation
    _ = time.setAlarm(.seconds(-5)) {
      continuation.yield(1)
      _ = time.setAlarm(time.now()) { continuation.yield(2) }
    }
    #expect(await rings(2) == [1, 2])
  }
}
