import RetryReport
import RunComparison

/// The default branch without a bug, and with outages: how often it is red for nothing.
enum GateTable {
  /// The runs of a stream that are judged.
  private static let judged = 20
  private static let runsAfterOutage = 9

  private static let calm: [Project] = [
    Project(name: "the same rates in all runs"),
    Project(name: "the speed varies (σ 0.4), and so does each action (σ 0.2)", speedSpread: 0.4, ownSpread: 0.2),
    Project(
      name: "speed σ 0.35 and actions σ 0.3; two pools, one twice as slow; rates of the actions σ 1.2",
      rateSpread: 1.2,
      speedSpread: 0.35,
      ownSpread: 0.3,
      pools: [1, 2]
    ),
    Project(name: "a storm in one run of ten: half of the steps of one action fail", actionStorms: 0.1),
    Project(name: "a storm in one run of ten: all actions fail five times as often", storms: 0.1),
  ]

  static func lines(streams: Int, seed: UInt64) async -> [String] {
    var lines = [
      "## False alarms on the default branch: five main settings", "",
      "These runs have no bug, so each alarm is false. Each line simulates \(streams) default branches of \(judged) runs. The first column is "
        + "the share of runs with a new alarm, among the runs that began without an open alarm. The second is the share of all runs that are "
        + "red.",
      "",
    ]
    lines += Line.head(["setting"], ["runs with a new alarm", "red runs"])
    lines += await onAllCores(calm) { number, project in
      var (alarms, atRisk, reds) = (0, 0, 0)
      for stream in 0..<streams {
        var simulated = SimulatedProject(
          project,
          seed: seed &* 1_000_000 &+ UInt64(3_000_000 + number * 10_000 + stream)
        )
        var wasOpen = false
        for verdict in simulated.verdicts(of: judged) {
          if !wasOpen {
            atRisk += 1
            if verdict.raisesAlarm { alarms += 1 }
          }
          if verdict.isRed { reds += 1 }
          wasOpen = verdict.isRed
        }
      }
      let shares = [Double(alarms) / Double(max(1, atRisk)), Double(reds) / Double(streams * judged)]
      return "| " + ([project.name] + shares.map(Line.percent)).joined(separator: " | ") + " |"
    }
    lines += [
      "",
      "In the next table, one run has an outage after 20 earlier runs: ten of twenty steps of one action fail. The columns count how many of "
        + "\(streams) default branches are red in that run, and in each of the next \(runsAfterOutage). The first two lines show the same "
        + "branches, without the outage and with it. An outage with a new cause turns its run red by design.", "",
    ]
    lines += Line.head(["cause of the outage"], ["that run"] + (1...runsAfterOutage).map { "+\($0)" })
    let outages: [(cause: String, isNew: Bool?)] = [("no outage", nil), ("a usual one", false), ("a new one", true)]
    lines += await onAllCores(outages) { _, outage in
      var reds = Array(repeating: 0, count: runsAfterOutage + 1)
      for stream in 0..<streams {
        let seed = seed &* 1_000_000 &+ UInt64(4_000_000 + (outage.isNew == true ? 10_000 : 0) + stream)
        var simulated = SimulatedProject(Project(name: "", tests: 20), seed: seed)
        let verdicts = [simulated.outage(isNew: outage.isNew)] + simulated.verdicts(of: runsAfterOutage)
        for (run, verdict) in verdicts.enumerated() where verdict.isRed { reds[run] += 1 }
      }
      return "| " + ([outage.cause] + reds.map(String.init)).joined(separator: " | ") + " |"
    }
    return lines
  }
}
