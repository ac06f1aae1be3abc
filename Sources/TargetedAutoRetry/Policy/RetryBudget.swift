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

  func giveBack() {
    left.withLock { $0 += 1 }
  }
}

/// The share of one step in the budget: a retry that is set aside when an attempt fails, and used when the next begins.
///
/// A step that is cured before that, or has no time left, gives it back.
struct RetryShare {
  private let budget: RetryBudget?
  private var isReserved = false
  /// True if the budget had no retry left.
  private(set) var isDenied = false

  init(of budget: RetryBudget?) {
    self.budget = budget
  }

  /// - Returns: True if another attempt may follow.
  mutating func reserve() -> Bool {
    guard let budget else { return true }
    isReserved = budget.take()
    isDenied = !isReserved
    return isReserved
  }

  /// The same for a step that goes without where none is left.
  mutating func reserveIfLeft() -> Bool {
    defer { isDenied = false }
    return reserve()
  }

  mutating func use() { isReserved = false }

  mutating func giveBack() {
    if isReserved { budget?.giveBack() }
    isReserved = false
  }
}
