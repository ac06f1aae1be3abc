@testable import TargetedAutoRetry

/// A clock that goes on only when it is told to.
struct FakeTime: Sendable {
  private let elapsed = Locked(Duration.zero)

  var timekeeper: Timekeeper {
    Timekeeper(now: { elapsed.withLock { $0 } })
  }

  func advance(by duration: Duration) {
    elapsed.withLock { $0 += duration }
  }
}
