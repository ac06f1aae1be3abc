@testable import TargetedAutoRetry

/// A clock that goes on only when it is told to, or when somebody waits.
struct FakeTime: Sendable {
  private let elapsed = Locked(Duration.zero)
  private let waited = Locked<[Duration]>([])

  /// How long was waited, each time.
  var waits: [Duration] { waited.withLock { $0 } }

  var timekeeper: Timekeeper {
    Timekeeper(
      now: { elapsed.withLock { $0 } },
      block: { wait($0) },
      sleep: { duration in
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
