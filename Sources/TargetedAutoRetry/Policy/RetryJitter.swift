/// How much of a wait is left to chance, so that tests that failed together do not come back together.
///
/// The idea and the name *full jitter* are from "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
public struct RetryJitter: Equatable, Sendable {
  let fraction: Double
  let seed: UInt64?

  /// Every wait is as long as it is.
  public static let none = RetryJitter(fraction: 0, seed: nil)

  /// Each wait is drawn between nothing and its full length.
  ///
  /// - Parameter seed: Makes the waits repeatable; nil draws new ones for each step.
  public static func full(seed: UInt64? = nil) -> RetryJitter {
    fraction(1, seed: seed)
  }

  /// A part of each wait is drawn: with 0.25, each is between three quarters of its length and all of it.
  ///
  /// - Parameters:
  ///   - fraction: The part that is drawn, 0 to 1.
  ///   - seed: Makes the waits repeatable; nil draws new ones for each step.
  public static func fraction(_ fraction: Double, seed: UInt64? = nil) -> RetryJitter {
    RetryJitter(fraction: fraction, seed: seed)
  }

  /// What is left of the wait before a retry, `1 - fraction` to 1.
  func share(retry: Int, seed: UInt64) -> Double {
    guard fraction > 0 else { return 1 }
    return 1 - fraction * Self.unit(self.seed ?? seed, retry)
  }

  /// A number from 0 up to 1: the one at this position in the sequence of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func unit(_ seed: UInt64, _ position: Int) -> Double {
    var mixed = seed &+ UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
