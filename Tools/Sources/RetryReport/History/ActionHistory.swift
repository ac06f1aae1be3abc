/// The rates of one action, from period to period.
struct ActionHistory: Sendable {
  let action: String
  /// The periods in which it ran, the oldest first.
  let points: [PeriodRate]
  /// A rate for each test that has the action.
  let tests: [String: Rate]
  let change: History.Change?
  /// True if it ran in enough periods to detect a change.
  let canTell: Bool
  /// The rate of all periods.
  let rate: Rate

  init(action: String, points: [PeriodRate], tests: [String: Rate], change: History.Change?, canTell: Bool) {
    (self.action, self.points, self.tests) = (action, points, tests)
    (self.change, self.canTell) = (change, canTell)
    rate = points.map(\.rate).reduce(.zero, +)
  }

  /// The tests that own the flake: it fails there significantly more often than in all others.
  var owners: [(test: String, rate: Rate)] {
    Outliers.high(tests).map { ($0, tests[$0] ?? .zero) }
  }
}
