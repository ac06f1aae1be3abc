/// An action in older and newer runs: the same tests on the same kind of machine.
///
/// Otherwise another shard, or a machine that fails three times as often, would look like a change.
struct LikeWithLike {
  /// A test on a machine; without a test if the tests of the machine have different names than before.
  struct Cell: Hashable {
    let machine: Machine
    let test: String?
  }

  /// A run on a machine.
  struct Run {
    let run: String
    let machine: Machine
    let cells: [Cell: TestCounts]
  }

  /// The newer steps with a kind of cause.
  struct Kind {
    var steps = 0
    var tests: Set<String> = []
  }

  let action: String
  let then: [Run]
  let now: [Run]
  /// The kinds of causes in all newer steps, including those of new tests.
  let kinds: [CauseKind: Kind]
  /// The newer steps of each test that older runs do not have on such a machine.
  let newTests: [String: Int]
  /// Whether tests have different names than before, so that all tests of a machine are compared together.
  let isRenamed: Bool

  /// - Parameter machines: The machines of all older runs.
  init(_ action: String, then: [RunTally], now: [RunTally], machines: Set<Machine>) {
    let names = Names(action, then: then, now: now)
    self.action = action
    self.then = names.runs(then)
    self.now = names.runs(now)
    isRenamed = !names.renamed.isEmpty
    kinds = now.flatMap { $0.actions[action] ?? [:] }.reduce(into: [:]) { kinds, inTest in
      for (kind, failures) in inTest.value.kinds where failures > 0 {
        kinds[kind, default: Kind()].steps += failures
        kinds[kind]?.tests.insert(inTest.key)
      }
    }
    let isKnown = !names.then.isEmpty
    newTests = names.now.filter { isKnown && machines.contains($0.key) }.reduce(into: [:]) { new, machine in
      for (test, steps) in machine.value where names.cell(machine.key, test) == nil { new[test, default: 0] += steps }
    }
  }
}

/// The tests of an action by machine, and the cells in which they are compared.
private struct Names {
  let action: String
  /// The steps of each test.
  let then: [Machine: [String: Int]]
  let now: [Machine: [String: Int]]
  /// Machines on which the tests have different names than before.
  let renamed: Set<Machine>

  init(_ action: String, then: [RunTally], now: [RunTally]) {
    self.action = action
    let (old, new) = (Self.steps(action, then), Self.steps(action, now))
    (self.then, self.now) = (old, new)
    let machines = old.keys.filter { machine in
      guard let before = old[machine], let after = new[machine] else { return false }
      return Self.areRenamed(
        before,
        runs: then.count { $0.machine == machine && $0.actions[action] != nil },
        after,
        runs: now.count { $0.machine == machine && $0.actions[action] != nil }
      )
    }
    renamed = Set(machines)
  }

  private static func steps(_ action: String, _ runs: [RunTally]) -> [Machine: [String: Int]] {
    runs.reduce(into: [:]) { steps, run in
      for (test, counts) in run.actions[action] ?? [:] where counts.tally.steps > 0 {
        steps[run.machine, default: [:]][test, default: 0] += counts.tally.steps
      }
    }
  }

  /// Whether most steps are in tests that the other side does not have, and a newer run is not just a selection of tests:
  /// it has at least half as many steps as an older one.
  private static func areRenamed(
    _ then: [String: Int],
    runs thenRuns: Int,
    _ now: [String: Int],
    runs nowRuns: Int
  ) -> Bool {
    func sums(_ tests: [String: Int], _ others: [String: Int]) -> (all: Int, common: Int) {
      (tests.values.reduce(0, +), tests.reduce(0) { $0 + (others[$1.key] == nil ? 0 : $1.value) })
    }
    let (old, new) = (sums(then, now), sums(now, then))
    return old.common * 2 < old.all && new.common * 2 < new.all && new.all * thenRuns * 2 >= old.all * nowRuns
  }

  func cell(_ machine: Machine, _ test: String) -> LikeWithLike.Cell? {
    if renamed.contains(machine) { return LikeWithLike.Cell(machine: machine, test: nil) }
    let isKnown = then[machine]?[test] != nil && now[machine]?[test] != nil
    return isKnown ? LikeWithLike.Cell(machine: machine, test: test) : nil
  }

  func runs(_ runs: [RunTally]) -> [LikeWithLike.Run] {
    runs.compactMap { run in
      let cells = (run.actions[action] ?? [:]).reduce(into: [LikeWithLike.Cell: TestCounts]()) { cells, test in
        if let cell = cell(run.machine, test.key) { cells[cell, default: TestCounts()] += test.value }
      }
      return cells.isEmpty ? nil : LikeWithLike.Run(run: run.run, machine: run.machine, cells: cells)
    }
  }
}
