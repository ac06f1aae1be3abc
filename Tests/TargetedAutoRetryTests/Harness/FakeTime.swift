import Foundation

@testable import TargetedAutoRetry

/// A clock that advances only by waits, or on request.
struct FakeTime: Sendable {
  /// Whether the task is canceled while it sleeps.
  var isCancelledInSleep = false
  /// Whether each sleep lasts until ``endSleep(of:)``, or until its task is canceled.
  var isStopped = false
  /// Whether a limit that was reached cancels the running closure, as it does in real time.
  var endsLimits = false
  private let sleepers = Locked(Sleepers())
  private let alarms = Locked<[(instant: Duration, ring: (@Sendable () -> Void)?)]>([])
  private let elapsed = Locked(Duration.zero)
  private let waited = Locked<[Duration]>([])

  var pendingAlarms: Int { alarms.withLock { $0.count { $0.ring != nil } } }

  /// The duration of each wait that has ended.
  var waits: [Duration] { waited.withLock { $0 } }

  var timekeeper: Timekeeper {
    Timekeeper(
      origin: Date(timeIntervalSince1970: 1_700_000_000),
      now: { elapsed.withLock { $0 } },
      block: { wait($0) },
      sleep: { duration in
        if isCancelledInSleep { withUnsafeCurrentTask { $0?.cancel() } }
        if isStopped {
          // The iteration ends when the task is canceled.
          let end = AsyncStream.makeStream(of: Void.self)
          sleepers.withLock { $0.begin(duration, end.continuation) }
          for await _ in end.stream { break }
        }
        try Task.checkCancellation()
        wait(duration)
      },
      setAlarm: { instant, ring in
        let number = alarms.withLock { alarms in
          alarms.append((instant, ring))
          return alarms.count - 1
        }
        ringAlarms()
        return { alarms.withLock { $0[number].ring = nil } }
      }
    )
  }

  func advance(by duration: Duration) {
    elapsed.withLock { $0 += duration }
    ringAlarms()
  }

  /// Moves the time on, and hangs: for ten minutes if nothing cancels it, so that its test fails in the end.
  func hang(_ duration: Duration) async throws {
    advance(by: duration)
    try await Task.sleep(for: .seconds(600))
  }

  private func ringAlarms() {
    if !endsLimits { return }
    let now = elapsed.withLock { $0 }
    let due = alarms.withLock { alarms in
      alarms.indices.filter { alarms[$0].instant <= now }.compactMap { index in
        defer { alarms[index].ring = nil }
        return alarms[index].ring
      }
    }
    for ring in due { ring() }
  }

  /// Ends a sleep of exactly that duration: the first that lasts, or else the next that begins.
  func endSleep(of duration: Duration) {
    sleepers.withLock { $0.end(duration) }
  }

  private func wait(_ duration: Duration) {
    waited.withLock { $0.append(duration) }
    advance(by: duration)
  }
}

private struct Sleepers {
  private var sleeping: [(duration: Duration, end: AsyncStream<Void>.Continuation)] = []
  /// The sleeps that end as they begin.
  private var ended: [Duration] = []

  mutating func begin(_ duration: Duration, _ end: AsyncStream<Void>.Continuation) {
    if let index = ended.firstIndex(of: duration) {
      ended.remove(at: index)
      end.yield()
    } else {
      sleeping.append((duration, end))
    }
  }

  mutating func end(_ duration: Duration) {
    while let index = sleeping.firstIndex(where: { $0.duration == duration }) {
      // A sleep whose task was canceled has ended.
      if case .enqueued = sleeping.remove(at: index).end.yield() { return }
    }
    ended.append(duration)
  }
}
