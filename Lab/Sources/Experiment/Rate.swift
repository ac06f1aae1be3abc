/// A share of trials.
struct Rate {
  let count: Int
  let total: Int

  var share: Double { total == 0 ? 0 : Double(count) / Double(total) }

  /// Wilson's interval with 95 % confidence.
  // The report computes the same for other people's runs; a dependency on it would compile it here for these lines.
  var interval: (low: Double, high: Double) {
    guard total > 0 else { return (0, 1) }
    let z = 1.959963984540054
    let n = Double(total)
    let center = share + z * z / (2 * n)
    let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return (max(0, (center - spread) / scale), min(1, (center + spread) / scale))
  }
}
