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
