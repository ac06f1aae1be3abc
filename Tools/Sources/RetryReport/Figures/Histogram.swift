/// How often each value came, with values from 100 on rounded up to two digits: it stays small whatever is counted.
struct Histogram: Equatable, Sendable {
  private var counts: [Int64: Int] = [:]
  private(set) var total = 0

  mutating func add(_ value: Int64) {
    counts[Self.rounded(value), default: 0] += 1
    total += 1
  }

  /// The smallest value that at least so many percent of all are not above; nil where there is none.
  ///
  /// - Parameter percent: 1 to 100.
  func percentile(_ percent: Int) -> Int64? {
    var seen = 0
    return counts.keys.sorted().first { value in
      seen += counts[value] ?? 0
      return seen * 100 >= total * percent
    }
  }

  /// The share of values that are not above one, 0 to 1.
  func share(upTo value: Int64) -> Double {
    let covered = counts.filter { $0.key <= value }.values.reduce(0, +)
    return total == 0 ? 0 : Double(covered) / Double(total)
  }

  private static func rounded(_ value: Int64) -> Int64 {
    var unit: Int64 = 1
    while value / unit >= 100 { unit *= 10 }
    let rounded = value / unit * unit
    return rounded == value ? value : rounded.adding(unit)
  }
}
