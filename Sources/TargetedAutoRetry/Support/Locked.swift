#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock.
///
/// `Synchronization.Mutex` needs a newer macOS than this package does, and the thread sanitizer does not know it on
/// Linux. The value need not be `Sendable`, because a test case is not and must still be read from the lock.
struct Locked<Value>: @unchecked Sendable {
  // One allocation for the value and its lock.
  private final class Box: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
  }

  private let box: ManagedBuffer<Value, pthread_mutex_t>

  init(_ value: sending Value) {
    box = Box.create(minimumCapacity: 1) { box in
      box.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
      return value
    }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try box.withUnsafeMutablePointers { value, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
}
