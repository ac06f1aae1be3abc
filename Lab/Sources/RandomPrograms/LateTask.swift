import Foundation

@testable import TargetedAutoRetry

/// A task that acts on a signal.
struct LateTask: Sendable {
  /// The attempt, the flaky scope or the run of the test that it is from.
  let place: Place
  private let isDue = Locked(false)
  private let isDone = Locked(false)

  init(of place: Place, _ body: @escaping @Sendable () async -> Void) {
    self.place = place
    Task { [isDue, isDone] in
      await isDue.waitUntilTrue()
      await body()
      isDone.setTrue()
    }
  }

  func runNow() {
    isDue.setTrue()
    while !isDone.isTrue { usleep(20) }
  }

  func runNow() async {
    isDue.setTrue()
    await isDone.waitUntilTrue()
  }
}

extension Locked<Bool> {
  var isTrue: Bool { withLock { $0 } }

  func setTrue() { withLock { $0 = true } }

  func waitUntilTrue() async {
    while !isTrue {
      await Task.yield()
      try? await Task.sleep(for: .microseconds(20))
    }
  }
}
