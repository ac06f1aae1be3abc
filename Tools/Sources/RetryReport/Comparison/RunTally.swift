/// The counts of each action in one run, on one machine.
package struct RunTally: Sendable {
  let run: String
  let machine: Machine
  /// By action and test.
  package fileprivate(set) var actions: [String: [String: TestCounts]]

  package init(run: String, os: String = "", actions: [String: [String: TestCounts]]) {
    self.init(run: run, machine: Machine(os: os, arch: ""), actions: actions)
  }

  init(run: String, machine: Machine, actions: [String: [String: TestCounts]]) {
    (self.run, self.machine, self.actions) = (run, machine, actions)
  }

  /// The run as if all its steps were of one action without a name.
  var together: RunTally {
    let tests = actions.flatMap { action, tests in tests.map { ("\(action)\0\($0.key)", $0.value) } }
    return RunTally(run: run, machine: machine, actions: ["": Dictionary(tests) { first, _ in first }])
  }
}

extension [RunTally] {
  /// The parts of a run on one machine merged, because a slow machine slows all of them.
  var joined: [RunTally] {
    var order: [[String]] = []
    var all: [[String]: RunTally] = [:]
    for part in self {
      let key = [part.run, part.machine.os, part.machine.arch]
      guard all[key] != nil else {
        order.append(key)
        all[key] = part
        continue
      }
      for (action, tests) in part.actions { all[key]?.actions[action, default: [:]].add(tests) }
    }
    return order.compactMap { all[$0] }
  }
}
