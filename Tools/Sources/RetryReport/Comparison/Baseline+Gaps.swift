/// What older runs had, and newer ones lack.
extension Baseline {
  /// The number of older runs from which on an action is expected.
  private static let fewestRuns = 3

  /// A sentence for each thing that the runs lack, such as `9 steps; the median older run has 120`.
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
      own * 2 < median ? "\(own.counted("step")); the median older run has \(median)." : nil,
      gone.isEmpty ? nil : "In each of \(steps.count) older runs, and not in this one: \(names).",
    ].compactMap { $0 }
  }
}
