import Foundation

@testable import TargetedAutoRetry

// The usual means to wait, on a clock that advances only during waits. In this module these names hide those of
// Foundation and Swift.

/// The clock, with the changes that it triggers.
final class FakeTime: Sendable {
  fileprivate struct State {
    var now = Duration.zero
    var changes: [(instant: Duration, change: @Sendable () -> Void)] = []
  }

  @TaskLocal static var current = FakeTime()

  private let state = Locked(State())

  var now: Duration { state.withLock { $0.now } }

  /// Makes a change after that time.
  func after(_ time: Duration, _ change: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.changes.append((state.now + time, change))
      state.changes.sort { $0.instant < $1.instant }
    }
  }

  func pass(_ time: Duration) {
    let end = now + time
    while let next = state.withLock({ $0.popChange(until: end) }) { next() }
    state.withLock { $0.now = end }
  }
}

extension FakeTime.State {
  mutating func popChange(until end: Duration) -> (@Sendable () -> Void)? {
    guard let next = changes.first, next.instant <= end else { return nil }
    now = next.instant
    return changes.removeFirst().change
  }
}

struct Date: Comparable {
  private var instant = FakeTime.current.now

  func addingTimeInterval(_ time: TimeInterval) -> Date {
    var date = self
    date.instant += .seconds(time)
    return date
  }

  func timeIntervalSince(_ other: Date) -> TimeInterval { (instant - other.instant) / .seconds(1) }

  static func < (first: Date, second: Date) -> Bool { first.instant < second.instant }
}

struct ContinuousClock {
  var now: Duration { FakeTime.current.now }
}

enum Thread {
  static func sleep(forTimeInterval time: TimeInterval) { FakeTime.current.pass(.seconds(time)) }
}

func usleep(_ microseconds: Int) { FakeTime.current.pass(.microseconds(microseconds)) }

enum Task {
  static func sleep(for time: Duration) async throws { FakeTime.current.pass(time) }
  static func sleep(nanoseconds: Int) async throws { FakeTime.current.pass(.nanoseconds(nanoseconds)) }
}

extension Timekeeper {
  fileprivate static func on(_ time: FakeTime) -> Timekeeper {
    Timekeeper(origin: Foundation.Date(), now: { time.now }, block: { time.pass($0) }, sleep: { time.pass($0) })
  }
}

extension World {
  /// The world of real steps, except for the clock.
  static func on(_ time: FakeTime?) -> World {
    World(timekeeper: time.map(Timekeeper.on) ?? .live, sinks: [], recordFailure: { $0.record() })
  }
}
