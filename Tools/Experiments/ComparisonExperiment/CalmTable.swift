import RetryReport

/// Runs without a change: each find is a false alarm.
enum CalmTable {
  /// The runs of a stream that are judged.
  private static let judged = 20

  static func lines(runs: Int, seed: UInt64) async -> [String] {
    let streams = max(1, runs / judged)
    let (_, most) = Rate(count: 0, total: streams * judged).interval
    var lines = [
      "## False alarms in other settings", "",
      "These runs have no bug either. The first column is the share of runs of the default branch in which an alarm begins. The second can be "
        + "larger, because each run is red until the alarm closes. The last column is the share of pull requests with an alarm; each pull "
        + "request has one run. With \(streams * judged) runs in each line, an observed 0.0 % is compatible with a true rate of up to "
        + "\(Line.percent(most)) %.",
      "",
    ]
    lines += Line.head(["setting"], ["runs with a false alarm", "red runs", "pull requests with an alarm"])
    return lines
      + (await onAllCores(Scenarios.all) { number, project in
        var counts = [0, 0, 0]
        for stream in 0..<streams {
          var simulated = SimulatedProject(project, seed: seed &* 1_000_000 &+ UInt64(number * 10_000 + stream))
          counts = zip(counts, simulated.falseAlarms(in: judged)).map(+)
        }
        return Line.row(project.name, counts, of: streams * judged)
      })
  }
}
