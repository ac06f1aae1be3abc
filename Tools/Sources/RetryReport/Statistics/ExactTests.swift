internal import Foundation

/// Fisher's exact test, one-sided: the probability of that many successes or more if both samples have one rate.
package enum FisherTest {
  /// - Parameters:
  ///   - count: The successes of the new sample.
  ///   - total: The size of the new sample.
  ///   - baseCount: The successes of the old sample.
  ///   - baseTotal: The size of the old sample.
  /// - Returns: The probability of `count` successes or more in the new sample, 0 to 1.
  package static func probability(of count: Int, in total: Int, base baseCount: Int, in baseTotal: Int) -> Double {
    let successes = count + baseCount
    let most = min(total, successes)
    guard count <= most else { return 1 }
    guard count > max(0, successes - baseTotal) else { return 1 }
    let all = logBinomial(total + baseTotal, successes)
    let terms = stride(from: most, through: count, by: -1).map { value in
      exp(logBinomial(total, value) + logBinomial(baseTotal, successes - value) - all)
    }
    return min(1, terms.reduce(0, +))
  }

  private static func logBinomial(_ n: Int, _ k: Int) -> Double {
    logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  }

  private static func logFactorial(_ n: Int) -> Double { lgamma(Double(n) + 1) }
}

/// Holm's correction for many tests at once.
package enum Holm {
  /// - Parameters:
  ///   - probabilities: One for each test.
  ///   - level: The probability of a single false alarm among all tests.
  /// - Returns: For each test, true if it is significant.
  package static func significant(_ probabilities: [Double], level: Double) -> [Bool] {
    var result = Array(repeating: false, count: probabilities.count)
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (rank, index) in order.enumerated() {
      guard probabilities[index] <= level / Double(probabilities.count - rank) else { break }
      result[index] = true
    }
    return result
  }
}

/// Rates that are higher than all others together.
enum Outliers {
  /// The probability of a single false alarm among all rates.
  static let level = 0.01

  /// The names of high rates, the most significant first.
  static func high(_ rates: [String: Rate]) -> [String] {
    guard rates.count > 1 else { return [] }
    let names = rates.keys.sorted()
    let all = rates.values.reduce(.zero, +)
    let probabilities = names.map { name in
      let (count, total) = (rates[name]?.count ?? 0, rates[name]?.total ?? 0)
      return FisherTest.probability(of: count, in: total, base: all.count - count, in: all.total - total)
    }
    let significant = Holm.significant(probabilities, level: level)
    return names.indices.filter { significant[$0] }
      .sorted { (probabilities[$0], names[$0]) < (probabilities[$1], names[$1]) }
      .map { names[$0] }
  }
}
