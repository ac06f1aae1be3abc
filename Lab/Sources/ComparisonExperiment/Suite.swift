import RetryReport

/// A project whose tests take their steps one after another, in one process, so that its failures have episodes.
struct Suite {
  /// The conditions of a run.
  struct Weather {
    /// True if a server is down for ``Suite/outageSteps`` steps of the last action.
    var isDown = false
    /// The number of tests whose first action always fails.
    var broken = 0
    /// The share of attempts of the first action that fail of a new cause.
    var bug = 0.0
  }

  /// The number that is added to a test that has got another name.
  static let renaming = 1_000
  /// The steps that an outage takes.
  static let outageSteps = 5
  /// A test of five has a flake of its own in an action.
  private static let rateOfOwners = 0.2
  /// In milliseconds.
  private static let betweenSteps: Int64 = 5_000

  var actions = 3
  var tests = 100
  var kinds = 5
  var baselineRuns = 10
  /// True if some tests have flakes of their own.
  var hasOwners = false

  func name(_ action: Int) -> String { "Action \(action)" }

  /// True if the test has a flake of its own in the action.
  func isOwner(_ test: Int, _ action: Int) -> Bool { hasOwners && (test * 7 + action * 3) % 5 == 0 }

  /// - Parameters:
  ///   - tests: The tests that run, so many times each.
  func run(
    _ name: String,
    os: String = "linux",
    tests: [Int]? = nil,
    times: Int = 1,
    _ weather: Weather,
    _ random: inout SeededGenerator
  ) -> RunTally {
    let order = Array(repeating: tests ?? Array(0..<self.tests), count: times).flatMap { $0 }
    var counts: [String: [String: TestCounts]] = [:]
    for action in 0..<actions {
      let isDown = weather.isDown && action == actions - 1
      let first = isDown ? Int(random.unit() * Double(max(1, order.count - Self.outageSteps))) : order.count
      let kinds = order.enumerated().map { place, test -> CauseKind? in
        if place >= first, place < first + Self.outageSteps { return .number(0) }
        if action == 0, test < weather.broken { return .number(0) }
        if action == 0, random.unit() < weather.bug { return .bug }
        return kind(action, test, os, &random)
      }
      counts[self.name(action)] = Self.counts(order, kinds)
    }
    return RunTally(run: name, os: os, actions: counts)
  }

  /// The kind of a failure by chance; nil if there is none.
  private func kind(_ action: Int, _ test: Int, _ os: String, _ random: inout SeededGenerator) -> CauseKind? {
    if isOwner(test, action), random.unit() < Self.rateOfOwners {
      return CauseKind(text: "of test \(test % Self.renaming) on \(os): \(random.kind(of: kinds).text)")
    }
    return random.unit() < Project.rates[action % Project.rates.count] ? random.kind(of: kinds) : nil
  }

  private static func counts(_ order: [Int], _ kinds: [CauseKind?]) -> [String: TestCounts] {
    var counts: [String: TestCounts] = [:]
    var episodes = Episodes()
    for (place, kind) in kinds.enumerated() {
      let test = "test \(order[place])"
      counts[test, default: TestCounts()].tally.steps += 1
      if let kind {
        counts[test]?.tally.failures.all += 1
        counts[test]?.kinds[kind, default: Failures()].all += 1
      }
      let step = Episodes.Step(test: test, kind: kind, startMs: Int64(place) * betweenSteps)
      for failure in episodes.add(step) {
        counts[failure.test]?.tally.failures.continued += 1
        if let kind = failure.kind { counts[failure.test]?.kinds[kind]?.continued += 1 }
      }
    }
    return counts
  }
}
