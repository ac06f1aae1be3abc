/// The retries that all steps of a process may use together.
final class RetryBudget: Sendable {
  let size: Int
  private let left: Locked<Int>

  init(_ size: Int) {
    self.size = size
    left = Locked(size)
  }

  /// Takes a retry out of the budget; false if none is left.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func giveBack() {
    left.withLock { $0 += 1 }
  }
}

/// The reservation of one step: a retry that is set aside when an attempt fails, and used when the next begins.
///
/// A step that is cured before, or has no time left, gives it back.
struct RetryShare {
  private let budget: RetryBudget?
  private var isReserved = false

  init(of budget: RetryBudget?) {
    self.budget = budget
  }

  /// - Returns: True if another attempt may follow.
  mutating func reserve() -> Bool {
    guard let budget else { return true }
    isReserved = budget.take()
    return isReserved
  }

  mutating func use() { isReserved = false }

  func giveBack() {
    if isReserved { budget?.giveBack() }
  }
}
