internal import Foundation

/// The wait before each retry.
public struct RetryDelay: Equatable, Sendable {
  let from: Duration
  let factor: Double
  let cap: Duration?
  let jitter: Double
  let seed: UInt64?

  /// No wait.
  public static let zero = constant(.zero)

  /// The same wait before each retry, 0 s or more.
  public static func constant(_ duration: Duration) -> RetryDelay {
    exponential(from: duration, factor: 1)
  }

  /// A wait that is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - from: The wait before the first retry, 0 s or more.
  ///   - factor: The factor of each further retry, 1 or more.
  ///   - cap: The longest wait; nil for none.
  ///   - jitter: The part of the wait that is left to chance, 0 to 1, so that tests that failed together do not retry
  ///     together: with 0.25, each wait is between three quarters of its length and all of it. The idea is from
  ///     "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015), where 1 is called *full jitter*.
  ///   - seed: Makes the waits repeatable; nil draws new ones for each step.
  public static func exponential(
    from: Duration,
    factor: Double = 2,
    cap: Duration? = nil,
    jitter: Double = 0,
    seed: UInt64? = nil
  ) -> RetryDelay {
    RetryDelay(from: from, factor: factor, cap: cap, jitter: jitter, seed: seed)
  }

  static let growing = exponential(from: .milliseconds(100), cap: .seconds(1))

  var seeded: RetryDelay {
    if jitter == 0 || seed != nil { return self }
    return RetryDelay(from: from, factor: factor, cap: cap, jitter: jitter, seed: .random(in: 0 ... .max))
  }

  func duration(beforeRetry retry: Int) -> Duration {
    if from == .zero { return .zero }
    // A finite factor, because nothing times infinity is no number.
    let growth = min(pow(factor, Double(retry - 1)), .greatestFiniteMagnitude)
    let seconds = from.timeInterval * growth
    let longest = cap?.calculable ?? .longestWait
    let duration = seconds < longest.timeInterval ? .seconds(seconds) : longest
    let share = share(retry: retry)
    return share == 1 ? duration : duration * share
  }

  /// The share of the wait before a retry that is kept, `1 - jitter` to 1.
  func share(retry: Int) -> Double {
    guard jitter > 0, let seed else { return 1 }
    // The 53 bits of a fraction from 0 up to 1.
    let random = seed.splitMix(retry) >> 11
    return 1 - jitter * Double(random) * 0x1p-53
  }

  var problem: String? {
    if from < .zero { return invalid("delay", from, "0 seconds or more") }
    if !(factor.isFinite && factor >= 1) { return invalid("factor of the delay", factor, "1 or more") }
    if let cap, cap < .zero { return invalid("cap of the delay", cap, "0 seconds or more") }
    return (0...1).contains(jitter) ? nil : invalid("jitter", jitter, "0 to 1")
  }
}
