internal import Dispatch
internal import Foundation

struct Timekeeper: Sendable {
  var origin: Date
  /// The time since `origin`, which never goes back and includes the time that the machine sleeps.
  var now: @Sendable () -> Duration
  var block: @Sendable (Duration) -> Void
  var sleep: @Sendable (Duration) async throws -> Void
  /// Calls the closure at that time, unless the returned closure cancels the alarm before.
  var setAlarm: @Sendable (_ time: Duration, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  var date: Date { origin.addingTimeInterval(now().timeInterval) }

  static let live: Timekeeper = {
    let start = ContinuousClock.now
    return Timekeeper(
      origin: Date(),
      now: { start.duration(to: .now) },
      block: { block(for: $0.calculable) },
      sleep: { try await Task.sleep(for: $0.calculable) },
      setAlarm: { Alarms.live.set(to: start.advanced(by: $0), $1) }
    )
  }()

  // The main thread spins the run loop, so that UI events and main-actor work continue.
  private static func block(for duration: Duration) {
    guard Thread.isMainThread else { return Thread.sleep(forTimeInterval: duration.timeInterval) }
    let end = Date(timeIntervalSinceNow: duration.timeInterval)
    while Date() < end {
      // `run` returns immediately if the run loop has no sources.
      if !RunLoop.main.run(mode: .default, before: end) {
        Thread.sleep(forTimeInterval: min(0.01, max(0, end.timeIntervalSinceNow)))
      }
    }
  }
}

/// All alarms of the process.
///
/// One timer serves them, because most are canceled at once, and a timer for each would cost more than what they limit.
/// It needs no thread of Swift's pool, all of which may be blocked by what the limits cancel.
private final class Alarms: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var lastNumber = 0
    var pending: [Int: (instant: Instant, ring: @Sendable () -> Void)] = [:]
    /// When the timer fires.
    var next: Instant?
  }

  static let live = Alarms()
  /// Concurrent, because what an alarm calls may block.
  private let queue = DispatchQueue(label: "TargetedAutoRetry.alarms", attributes: .concurrent)
  private let state = Locked(State())
  /// Used only behind the lock.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  private init() {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler { [self] in ringAll() }
    timer.activate()
  }

  func set(to instant: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.pending[state.lastNumber] = (instant, ring)
      if state.next.map({ instant < $0 }) ?? true { schedule(&state, at: instant) }
      return state.lastNumber
    }
    return { self.state.withLock { $0.pending[number] = nil } }
  }

  private func ringAll() {
    state.withLock { state in
      let now = Instant.now
      for (number, alarm) in state.pending where alarm.instant <= now {
        state.pending[number] = nil
        queue.async(execute: alarm.ring)
      }
      schedule(&state, at: state.pending.values.map(\.instant).min())
    }
  }

  private func schedule(_ state: inout State, at instant: Instant?) {
    state.next = instant
    if let instant { timer.schedule(deadline: .now() + Instant.now.duration(to: instant).timeInterval) }
  }
}
