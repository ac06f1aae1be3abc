/// Holm's correction for many tests at once.
enum Holm {
  /// The bound for each test, which is significant if its probability is not above it.
  ///
  /// - Parameters:
  ///   - probabilities: One for each test.
  ///   - level: The probability of a single false alarm among all tests.
  static func bounds(_ probabilities: [Double], level: Double) -> [Double] {
    var bounds = probabilities
    var left = Double(probabilities.count)
    for index in probabilities.indices.sorted(by: { (probabilities[$0], $0) < (probabilities[$1], $1) }) {
      bounds[index] = level / left
      // The bound stays after the first that is above it.
      if probabilities[index] <= bounds[index] { left -= 1 }
    }
    return bounds
  }
}
