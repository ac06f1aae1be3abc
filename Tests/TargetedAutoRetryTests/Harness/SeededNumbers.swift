@testable import TargetedAutoRetry

/// Numbers of 53 bits from a seed, for random test cases; the library draws its jitter from the same source.
struct SeededNumbers {
  private let delay: RetryDelay
  private var position = 0

  init(seed: UInt64) {
    delay = .exponential(from: .zero, jitter: 1, seed: seed)
  }

  mutating func next() -> UInt64 {
    position += 1
    return UInt64((1 - delay.share(retry: position)) * 0x1p53)
  }
}
