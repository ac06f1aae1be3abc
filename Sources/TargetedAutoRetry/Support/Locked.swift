#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock: nearly all mutable state that is shared in this package.
///
/// `Synchronization.Mutex` would serve, but needs a newer macOS than this package does, and the thread sanitizer does not
/// know it on Linux. The system's own lock costs half of `NSLock`.
final class Locked<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  /// The lock sees to it that nobody else has access meanwhile.
  @exclusivity(unchecked) private var value: Value

  init(_ value: sending Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
