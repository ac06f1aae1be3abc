/// Holm's correction: of many tests made at once, few are significant by chance.
enum Holm {
  /// - Parameters:
  ///   - probabilities: One for each test.
  ///   - level: How likely a single false alarm among all of them may be.
  /// - Returns: For each test whether it is significant.
  static func significant(_ probabilities: [Double], level: Double) -> [Bool] {
    var result = Array(repeating: false, count: probabilities.count)
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (rank, index) in order.enumerated() {
      guard probabilities[index] <= level / Double(probabilities.count - rank) else { break }
      result[index] = true
    }
    return result
  }
}
