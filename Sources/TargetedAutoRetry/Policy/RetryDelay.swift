/// How long to wait before each retry.
public struct RetryDelay: Equatable, Sendable {
  let from: Duration
  let increment: Duration
  let factor: Double
  let cap: Duration?
  let jitter: RetryJitter
  var isInherited = false

  /// What the next policy out says.
  public static let inherited = RetryDelay(
    from: .zero,
    increment: .zero,
    factor: 1,
    cap: nil,
    jitter: .none,
    isInherited: true
  )

  /// No wait.
  public static let none = constant(.zero)

  /// The same wait before each retry, 0 s or more.
  public static func constant(_ duration: Duration) -> RetryDelay {
    linear(from: duration, increment: .zero)
  }

  /// A wait that grows by the same amount with each retry.
  ///
  /// - Parameters:
  ///   - from: The wait before the first retry, 0 s or more.
  ///   - increment: What each further retry adds, 0 s or more.
  ///   - cap: The longest wait; nil for none.
  public static func linear(from: Duration, increment: Duration, cap: Duration? = nil) -> RetryDelay {
    RetryDelay(from: from, increment: increment, factor: 1, cap: cap, jitter: .none)
  }

  /// A wait that is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - from: The wait before the first retry, 0 s or more.
  ///   - factor: What each further retry multiplies it by, 1 or more.
  ///   - cap: The longest wait; nil for none.
  ///   - jitter: How much of the wait is left to chance.
  public static func exponential(
    from: Duration,
    factor: Double = 2,
    cap: Duration? = nil,
    jitter: RetryJitter = .none
  ) -> RetryDelay {
    RetryDelay(from: from, increment: .zero, factor: factor, cap: cap, jitter: jitter)
  }

  /// The wait before a retry.
  ///
  /// - Parameters:
  ///   - retry: 1 for the first retry.
  ///   - seed: What the jitter is drawn from where it has no seed of its own.
  func duration(beforeRetry retry: Int, seed: UInt64) -> Duration {
    let longest = cap?.calculable ?? .longestWait
    var duration = min(from, longest)
    var step = 1
    while step < retry, duration < longest, grows {
      let next = duration.multiplied(by: factor, upTo: longest)
      duration = increment >= longest - next ? longest : next + increment
      step += 1
    }
    let share = jitter.share(retry: retry, seed: seed)
    return share == 1 ? duration : duration * share
  }

  private var grows: Bool { increment > .zero || (factor > 1 && from > .zero) }
}

extension Duration {
  /// The product, or the limit where it would be longer; a duration stops the process where it overflows.
  fileprivate func multiplied(by factor: Double, upTo limit: Duration) -> Duration {
    if factor == 1 { return self }
    return factor > limit / self ? limit : self * factor
  }
}
