internal import Foundation

/// A value behind a lock, for nearly all shared mutable state of this package.
///
/// `Synchronization.Mutex` needs a newer macOS than this package does, and the thread sanitizer does not know it on Linux.
/// The value may be of any type, because a test case is not `Sendable` and must come out of the lock.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Changes the value; what it held is released outside of the lock, because a deinit may take it.
  func change(_ body: (inout Value) -> Void) {
    _ = withLock { value in
      let before = value
      body(&value)
      return before
    }
  }
}

/// An action that happens once in spite of many threads, such as a warning.
struct Once: Sendable {
  private let isClaimed = Locked(false)

  /// - Returns: True for the first caller.
  func claim() -> Bool {
    isClaimed.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }
}
