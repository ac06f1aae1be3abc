import Foundation

/// A task that acts on a signal.
struct LateTask: Sendable {
  /// The attempt, the flaky scope or the run of the test that it is from.
  let place: Place
  private let isDue = Signal()
  private let isDone = Signal()

  init(of place: Place, _ body: @escaping @Sendable () async -> Void) {
    self.place = place
    Task { [isDue, isDone] in
      await isDue.wait()
      await body()
      isDone.send()
    }
  }

  func runNow() {
    isDue.send()
    isDone.waitOnThread()
  }

  func runNow() async {
    isDue.send()
    await isDone.wait()
  }
}

/// An event that happens once; tasks and threads may wait for it.
final class Signal: Sendable {
  private struct State {
    var isSent = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func send() {
    let waiting = state.withLock { state in
      defer { (state.isSent, state.waiting) = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if !state.isSent { state.waiting.append(continuation) }
        return state.isSent
      }
      if isSent { continuation.resume() }
    }
  }

  func waitOnThread() {
    while !state.withLock({ $0.isSent }) { usleep(20) }
  }
}
