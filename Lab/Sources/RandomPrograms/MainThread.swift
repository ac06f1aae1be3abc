import Foundation

@testable import TargetedAutoRetry

/// The main thread, as in XCTest: it runs tests, with nothing around them.
///
/// A task on the main actor does not serve: while one runs, no nested run loop takes blocks from the main queue.
final class MainThread: Sendable {
  private let work = Locked<[@Sendable () -> Void]>([])
  private let hasWork = DispatchSemaphore(value: 0)

  /// Runs a body on the main thread, and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
      work.withLock { $0.append { done.resume(returning: body()) } }
      hasWork.signal()
    }
  }

  /// Uses the caller's thread as the main thread, for ever.
  func serve() -> Never {
    while true {
      hasWork.wait()
      let next = work.withLock { $0.removeFirst() }
      next()
    }
  }
}
