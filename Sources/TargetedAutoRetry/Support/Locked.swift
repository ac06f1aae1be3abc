import Foundation

/// A value behind a lock; the only mutable state that is shared in this package.
///
/// `Synchronization.Mutex` would serve, but needs a newer macOS than this package does.
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
}
