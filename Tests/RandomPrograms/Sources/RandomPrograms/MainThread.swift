import Foundation

/// The main thread, as XCTest has it: it runs tests, and nothing is around them.
///
/// A task on the main actor would not do. While one runs, no nested run loop takes blocks from the main queue.
final class MainThread: Sendable {
  private let work = Guarded<[@Sendable () -> Void]>([])
  private let hasWork = DispatchSemaphore(value: 0)

  /// Runs a body there, and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
      work.withLock { $0.append { done.resume(returning: body()) } }
      hasWork.signal()
    }
  }

  /// Gives it the thread of the caller, for ever.
  func serve() -> Never {
    while true {
      hasWork.wait()
      let next = work.withLock { $0.removeFirst() }
      next()
    }
  }
}
