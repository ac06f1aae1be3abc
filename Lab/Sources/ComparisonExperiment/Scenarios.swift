/// Projects that vary as on a CI, without a change.
enum Scenarios {
  static let all: [Project] = [
    Project(name: "the same rates in all runs"),
    Project(name: "3 actions", actions: 3),
    Project(name: "100 actions", actions: 100),
    Project(name: "2,000 tests", tests: 2_000),
    Project(name: "3 older runs", olderRuns: 3),
    Project(name: "50 older runs", olderRuns: 50),
    Project(name: "log-normal rates", rateSpread: 1.2),
    Project(name: "ρ .01", correlation: 0.01),
    Project(name: "ρ .01, 3 actions", actions: 3, correlation: 0.01),
    Project(name: "ρ .01, all actions slow together", correlation: 0.01, weather: .together),
    Project(name: "log-normal speed of the runs", speedSpread: 0.4),
    Project(name: "log-normal speed, of each action as well", speedSpread: 0.4, ownSpread: 0.2),
    Project(name: "two pools of machines, one twice as slow", pools: [1, 2]),
    Project(name: "two systems, one twice as flaky", groups: 5, hasTwoSystems: true),
    Project(name: "rates that grow by 1 % with each run", drift: 0.01),
    Project(name: "slow weeks: twice the rates in 5 runs of 20", slowWeek: 2),
    Project(name: "slow days: three times the rates in one run of 20", slowDay: 3),
    Project(name: "outages: 5 steps of an action in one run of 5", groups: 5, outages: 0.2),
    Project(name: "churn: a fifth of the tests renamed in one run of 3", groups: 5, churn: 0.33),
    Project(name: "cut-off runs, one of 5", groups: 5, cutOff: 0.2),
    Project(name: "re-runs, of one run of 3", groups: 5, reruns: 0.33),
    Project(name: "a suite that doubles, the new tests twice as flaky", groups: 5, doubling: 30),
    Project(name: "merged shards, of which one of 10 is lost", groups: 5, lostShards: 0.1),
    Project(name: "a fifth of the tests five times as flaky", groups: 5, hasFlakyTests: true),
    Project(name: "30 kinds of causes", kinds: 30),
  ]

  static let correlated: [Project] = [
    Project(name: "ρ .05", correlation: 0.05),
    Project(name: "ρ .05, 3 actions", actions: 3, correlation: 0.05),
    Project(name: "ρ .05, all actions slow together", correlation: 0.05, weather: .together),
    Project(name: "ρ .05 in one action, 0 in the others", correlation: 0.05, weather: .first),
  ]

  static let small: [Project] = [Project(name: "20 tests, 50 older runs", tests: 20, olderRuns: 50)]
}
