#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock, for nearly all shared mutable state of this package.
///
/// Copies share the value. `Synchronization.Mutex` needs a newer macOS than this package does, and the thread sanitizer
/// does not know it on Linux. The system's own lock costs half of `NSLock`.
struct Locked<Value>: @unchecked Sendable {
  /// The value and its lock in one piece of memory, as in SwiftNIO.
  private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements(pthread_mutex_destroy) }
  }

  private let storage: ManagedBuffer<Value, pthread_mutex_t>

  init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      _ = storage.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
      return value
    }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { value, lock in
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
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
