import Foundation

@testable import TargetedAutoRetry

/// A clock that goes on only when it is told to, or when somebody waits.
struct FakeTime: Sendable {
  /// Whether the task is cancelled while it sleeps.
  var isCancelledInSleep = false
  /// Whether whoever sleeps does so until ``endOneSleep()``, or until the task is cancelled.
  var isStopped = false
  private let endedSleeps = Locked(0)
  private let elapsed = Locked(Duration.zero)
  private let waited = Locked<[Duration]>([])

  /// How long was waited, each time.
  var waits: [Duration] { waited.withLock { $0 } }

  var timekeeper: Timekeeper {
    Timekeeper(
      origin: Date(timeIntervalSince1970: 1_700_000_000),
      now: { elapsed.withLock { $0 } },
      block: { wait($0) },
      sleep: { duration in
        if isCancelledInSleep { withUnsafeCurrentTask { $0?.cancel() } }
        while isStopped, !takeEndedSleep() {
          try Task.checkCancellation()
          await Task.yield()
        }
        try Task.checkCancellation()
        wait(duration)
      }
    )
  }

  func advance(by duration: Duration) {
    elapsed.withLock { $0 += duration }
  }

  func endOneSleep() {
    endedSleeps.withLock { $0 += 1 }
  }

  private func takeEndedSleep() -> Bool {
    endedSleeps.withLock { count in
      defer { count = max(count - 1, 0) }
      return count > 0
    }
  }

  private func wait(_ duration: Duration) {
    waited.withLock { $0.append(duration) }
    advance(by: duration)
  }
}
