internal import Foundation

/// The point at which a rate has changed for good: the split that explains a series best.
struct ChangePoint: Equatable, Sendable {
  /// The first period with the new rate.
  let index: Int
  /// The probability of a split as good in a series without a change, by permutations.
  let probability: Double

  /// - Parameters:
  ///   - series: The counts of each period, the oldest first.
  ///   - level: The probability that is significant.
  ///   - seed: The seed of the permutations.
  /// - Returns: Nil if no split is significant.
  init?(_ series: [Rate], level: Double, seed: UInt64) {
    guard let best = Self.bestSplit(series), best.gain > 0 else { return nil }
    // Enough that a single one that is as good is not yet too many.
    let permutations = Int((2 / level).rounded(.up))
    let most = Int(level * Double(permutations + 1)) - 1
    var generator = SeededGenerator(seed: seed)
    var shuffled = series
    var asGood = 0
    for _ in 0..<permutations {
      shuffled.shuffle(using: &generator)
      guard let split = Self.bestSplit(shuffled), split.gain >= best.gain - 1e-9 else { continue }
      asGood += 1
      if asGood > most { return nil }
    }
    index = best.index
    probability = Double(asGood + 1) / Double(permutations + 1)
  }

  /// The split with the likeliest two rates, and the gain in log-likelihood over one rate.
  private static func bestSplit(_ series: [Rate]) -> (index: Int, gain: Double)? {
    let (count, total) = series.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.total) }
    let whole = logLikelihood(count, total)
    var best: (index: Int, gain: Double)?
    var (left, leftTotal) = (0, 0)
    for index in series.indices.dropLast() {
      left += series[index].count
      leftTotal += series[index].total
      guard leftTotal > 0, leftTotal < total else { continue }
      let gain = logLikelihood(left, leftTotal) + logLikelihood(count - left, total - leftTotal) - whole
      if gain > best?.gain ?? -1 { best = (index + 1, gain) }
    }
    return best
  }

  private static func logLikelihood(_ count: Int, _ total: Int) -> Double {
    func part(_ number: Int) -> Double { number == 0 ? 0 : Double(number) * log(Double(number) / Double(total)) }
    return part(count) + part(total - count)
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
