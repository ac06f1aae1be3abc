#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock, for nearly all shared mutable state of this package.
///
/// `Synchronization.Mutex` needs a newer macOS than this package does, and the thread sanitizer does not know it on Linux.
/// The value may be of any type, because a test case is not `Sendable` and must come out of the lock.
final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
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
