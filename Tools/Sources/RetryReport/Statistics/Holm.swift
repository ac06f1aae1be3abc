/// Holm's correction for many tests at once.
package enum Holm {
  /// - Parameters:
  ///   - probabilities: One for each test.
  ///   - level: The probability of a single false alarm among all tests.
  /// - Returns: Whether each test is significant.
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
