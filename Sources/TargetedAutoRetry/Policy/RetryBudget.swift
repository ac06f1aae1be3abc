/// The retries that a process may use, all steps together.
final class RetryBudget: Sendable {
  let size: Int
  private let left: Locked<Int>

  init(_ size: Int) {
    self.size = size
    left = Locked(size)
  }

  /// Takes a retry out of the budget; false where none is left.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}
