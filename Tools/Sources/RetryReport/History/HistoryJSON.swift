extension HistoryFormat {
  /// The JSON for other programs, with a number for each period: 0 if the action did not run.
  public static func json(_ history: History) throws -> String {
    struct Document: Encodable {
      let version = 1
      let periods: [History.Label]
      let periodsNeeded: Int
      let actions: [Entry]
    }
    struct Entry: Encodable {
      let action: String
      let steps: [Int]
      let firstFailures: [Int]
      let tests: [Test]
      let hasEnoughPeriods: Bool
      let changedSince: String
      let probability: Double
    }
    struct Test: Encodable {
      let test: String
      let steps: Int
      let firstFailures: Int
      let isOwner: Bool
    }
    let actions = history.actions.map { action in
      let owners = Set(action.owners.map(\.test))
      var rates = Array(repeating: Rate.zero, count: history.periods.count)
      for point in action.points { rates[point.period] = point.rate }
      return Entry(
        action: action.action,
        steps: rates.map(\.total),
        firstFailures: rates.map(\.count),
        tests: action.tests.sorted { $0.key < $1.key }.map { test, rate in
          Test(test: test, steps: rate.total, firstFailures: rate.count, isOwner: owners.contains(test))
        },
        hasEnoughPeriods: action.canTell,
        changedSince: action.change?.since.name ?? "",
        probability: action.change?.probability ?? 1
      )
    }
    return try Document(periods: history.periods, periodsNeeded: history.fewestPeriods, actions: actions).sortedJSON()
  }
}
