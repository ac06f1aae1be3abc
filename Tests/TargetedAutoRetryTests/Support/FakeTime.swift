import Foundation

@testable import TargetedAutoRetry

/// A clock that goes on only when it is told to, or when somebody waits.
struct FakeTime: Sendable {
  /// Whether the task is cancelled while it sleeps.
  var isCancelledInSleep = false
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
        try Task.checkCancellation()
        wait(duration)
      }
    )
  }

  func advance(by duration: Duration) {
    elapsed.withLock { $0 += duration }
  }

  private func wait(_ duration: Duration) {
    waited.withLock { $0.append(duration) }
    advance(by: duration)
  }
}
