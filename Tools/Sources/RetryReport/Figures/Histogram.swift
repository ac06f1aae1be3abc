/// How often each value occurred; long values are rounded up to three digits, so that few are kept.
struct Histogram: Equatable, Sendable {
  private var counts: [Int64: Int] = [:]
  private(set) var total = 0

  mutating func add(_ value: Int64) {
    counts[rounded(value), default: 0] += 1
    total += 1
  }

  /// The smallest value that at least that percentage of all does not exceed; `nil` without values.
  ///
  /// - Parameter percent: 1 to 100.
  func percentile(_ percent: Int) -> Int64? {
    var seen = 0
    return counts.keys.sorted().first { value in
      seen += counts[value] ?? 0
      return seen * 100 >= total * percent
    }
  }

  private func rounded(_ value: Int64) -> Int64 {
    var unit: Int64 = 1
    while value / unit >= 1_000 { unit *= 10 }
    let rounded = value / unit * unit
    return rounded == value ? value : rounded &+ unit
  }
}
