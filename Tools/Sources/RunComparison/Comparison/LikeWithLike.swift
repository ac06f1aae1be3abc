internal import RetryReport

/// An action in earlier and newer runs: the same tests on the same kind of machine.
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
    let place: RunPart.Place
    let cells: [Cell: TestCounts]
  }

  /// The runs with the action on a machine, and the steps of each test.
  private struct Side {
    var runs = 0
    var steps: [String: Int] = [:]

    var all: Int { steps.values.reduce(0, +) }

    /// Whether most steps are in tests that the other side does not have.
    func isUnlike(_ other: Side) -> Bool {
      steps.filter { other.steps[$0.key] != nil }.values.reduce(0, +) * 2 < all
    }
  }

  let action: String
  private(set) var then: [Run] = []
  private(set) var now: [Run] = []
  /// The newer steps with each kind of cause, by test, including new tests.
  let kinds: [CauseKind: [String: Int]]
  /// The newer steps of each test that earlier runs do not have on such a machine.
  private(set) var newTests: [String: Int] = [:]
  private let older: [Machine: Side]
  private let newer: [Machine: Side]
  /// Machines on which the tests have different names than before, so that all tests of a machine are compared together.
  private let renamed: Set<Machine>

  init(_ action: String, then: [RunCounts], now: [RunCounts]) {
    let (older, newer) = (Self.sides(action, then), Self.sides(action, now))
    (self.action, self.older, self.newer) = (action, older, newer)
    let renamed = older.keys.filter { machine in
      guard let old = older[machine], let new = newer[machine] else { return false }
      // With less than half as many steps as an earlier run, a newer one is just a selection of tests.
      return old.isUnlike(new) && new.isUnlike(old) && new.all * old.runs * 2 >= old.all * new.runs
    }
    self.renamed = Set(renamed)
    kinds = now.flatMap { $0.tests(of: action) }.reduce(into: [:]) { kinds, inTest in
      for (kind, failures) in inTest.value.kinds where failures > 0 {
        kinds[kind, default: [:]][inTest.key, default: 0] += failures
      }
    }
    (self.then, self.now) = (runs(then), runs(now))
    let machines = older.isEmpty ? [] : Set(then.map(\.part.machine))
    for (machine, side) in newer where machines.contains(machine) {
      newTests.merge(side.steps.filter { cell(machine, $0.key) == nil }, uniquingKeysWith: +)
    }
  }

  /// The action without some earlier runs, or with one of them as the newer one.
  func without(_ runs: Set<String>, now run: String? = nil) -> LikeWithLike {
    var action = self
    action.then.removeAll { runs.contains($0.place.run) }
    if let run { action.now = then.filter { $0.place.run == run } }
    return action
  }

  /// Whether newer steps have a kind, except for the name of the action in it.
  func has(_ kind: CauseKind) -> Bool { kinds.keys.contains { $0.withoutName(of: action) == kind } }

  /// The newer steps with a kind that are compared, by run.
  func steps(of kind: CauseKind) -> [String: Int] {
    now.reduce(into: [:]) { steps, run in
      let count = run.cells.values.rate(of: kind).count
      if count > 0 { steps[run.place.run, default: 0] += count }
    }
  }

  /// The cells in which newer steps have a kind.
  func cells(with kind: CauseKind) -> Set<Cell> {
    Set(now.flatMap(\.cells).filter { $0.value.kinds[kind] ?? 0 > 0 }.map(\.key))
  }

  var isRenamed: Bool { !renamed.isEmpty }

  private static func sides(_ action: String, _ runs: [RunCounts]) -> [Machine: Side] {
    runs.reduce(into: [:]) { sides, run in
      let tests = run.tests(of: action).mapValues(\.steps).filter { $0.value > 0 }
      if tests.isEmpty { return }
      sides[run.part.machine, default: Side()].runs += 1
      sides[run.part.machine]?.steps.merge(tests, uniquingKeysWith: +)
    }
  }

  private func cell(_ machine: Machine, _ test: String) -> Cell? {
    if renamed.contains(machine) { return Cell(machine: machine, test: nil) }
    let isKnown = older[machine]?.steps[test] != nil && newer[machine]?.steps[test] != nil
    return isKnown ? Cell(machine: machine, test: test) : nil
  }

  private func runs(_ runs: [RunCounts]) -> [Run] {
    runs.compactMap { run in
      let cells = run.tests(of: action).reduce(into: [Cell: TestCounts]()) { cells, test in
        if let cell = cell(run.part.machine, test.key) { cells[cell, default: TestCounts()] += test.value }
      }
      return cells.isEmpty ? nil : Run(place: run.part.place, cells: cells)
    }
  }
}

extension [LikeWithLike.Run] {
  /// The number of steps, in some cells or in all.
  func steps(in cells: Set<LikeWithLike.Cell>? = nil) -> Int {
    flatMap(\.cells).reduce(0) { $0 + (cells?.contains($1.key) == false ? 0 : $1.value.steps) }
  }
}
