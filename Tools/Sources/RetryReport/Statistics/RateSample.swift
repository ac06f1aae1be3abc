/// The rate of an action in several runs, which vary among themselves.
struct RateSample: Sendable {
  /// A rate for each run with steps.
  let runs: [Rate]

  init(_ runs: [Rate]) {
    self.runs = runs.filter { $0.total > 0 }
  }

  var all: Rate { runs.reduce(.zero, +) }

  /// The factor from the variance of independent steps to that of the whole.
  ///
  /// - Parameter correlation: The correlation of two steps of one run.
  func inflation(correlation: Double) -> Double {
    let steps = runs.reduce(0.0) { $0 + Double($1.total) * (1 + Double($1.total - 1) * correlation) }
    return all.total == 0 ? 1 : steps / Double(all.total)
  }
}
