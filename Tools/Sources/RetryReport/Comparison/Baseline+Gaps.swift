/// Steps and actions of older runs that newer runs lack.
extension Baseline {
  /// The minimum number of older runs for an action to be expected.
  private static let fewestRuns = 3

  /// A sentence for each gap, such as `This run has 9 steps; the median of the older runs is 120`.
  public func gaps(in runs: TestRuns) -> [String] {
    var steps: [String: Int] = [:]
    var runsOfAction: [String: Set<String>] = [:]
    for tally in tallies where !runs.ids.contains(tally.run) {
      for (action, tests) in tally.actions {
        steps[tally.run, default: 0] += tests.all.steps
        runsOfAction[action, default: []].insert(tally.run)
      }
    }
    guard !steps.isEmpty else { return [] }
    let median = steps.values.sorted()[steps.count / 2]
    let own = runs.parts.map(\.steps).reduce(0, +) / max(1, runs.ids.count)
    let actions = Set(runs.parts.flatMap(\.actions.keys))
    let gone = runsOfAction.filter { action, runs in
      runs.count == steps.count && runs.count >= Self.fewestRuns && !actions.contains(action)
    }
    let names = gone.keys.sorted().map(\.printable).joined(separator: ", ")
    return [
      own * 2 < median ? "This run has \(own.counted("step")); the median of the older runs is \(median)." : nil,
      gone.isEmpty ? nil : "In each of \(steps.count) older runs, but not in this one: \(names).",
    ].compactMap { $0 }
  }
}
