/// The counts of each action in one run, on one machine.
struct RunTally: Sendable {
  let run: String
  let machine: Machine
  /// By action and test.
  var actions: [String: [String: TestCounts]]

  /// The run as if all its steps were of one action without a name.
  var together: RunTally {
    let tests = actions.flatMap { action, tests in tests.map { ("\(action)\0\($0.key)", $0.value) } }
    return RunTally(run: run, machine: machine, actions: ["": Dictionary(tests) { first, _ in first }])
  }
}

extension [RunTally] {
  /// The parts of a run on one machine merged, because a slow machine slows all of them.
  var joined: [RunTally] {
    var places: [RunRate.Place: Int] = [:]
    return reduce(into: []) { runs, part in
      let place = RunRate.Place(run: part.run, machine: part.machine)
      if let index = places[place] {
        for (action, tests) in part.actions { runs[index].actions[action, default: [:]].add(tests) }
      } else {
        places[place] = runs.count
        runs.append(part)
      }
    }
  }
}
