import Foundation

@testable import TargetedAutoRetry

/// A clock that advances only by waits, or on request.
struct FakeTime: Sendable {
  /// True if the task is cancelled while it sleeps.
  var isCancelledInSleep = false
  /// True if each sleep lasts until ``endSleep(of:)``, or until its task is cancelled.
  var isStopped = false
  private let sleepers = Locked(Sleepers())
  private let elapsed = Locked(Duration.zero)
  private let waited = Locked<[Duration]>([])

  /// The duration of each wait that is over.
  var waits: [Duration] { waited.withLock { $0 } }

  var timekeeper: Timekeeper {
    Timekeeper(
      origin: Date(timeIntervalSince1970: 1_700_000_000),
      now: { elapsed.withLock { $0 } },
      block: { wait($0) },
      sleep: { duration in
        if isCancelledInSleep { withUnsafeCurrentTask { $0?.cancel() } }
        if isStopped {
          // The iteration ends when the task is cancelled.
          let end = AsyncStream.makeStream(of: Void.self)
          sleepers.withLock { $0.begin(duration, end.continuation) }
          for await _ in end.stream { break }
        }
        try Task.checkCancellation()
        wait(duration)
      }
    )
  }

  func advance(by duration: Duration) { elapsed.change { $0 += duration } }

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
      // A sleep whose task was cancelled is over.
      if case .enqueued = sleeping.remove(at: index).end.yield() { return }
    }
    ended.append(duration)
  }
}
