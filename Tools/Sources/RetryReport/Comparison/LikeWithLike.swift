/// The rates of an action in older and newer runs, of the same tests on the same machines.
///
/// A shard holds some tests and not others, and a machine may fail three times as often as another. Either would look like a
/// change.
struct LikeWithLike {
  /// A test on a machine; no test where all tests of a machine have other names than before.
  private struct Cell: Hashable {
    let machine: Machine
    let test: String?
  }

  /// The newer runs, with one failure for each episode.
  let now: RateSample
  /// The older runs, of the same cells.
  let then: RateSample
  /// Both with all failures.
  let plain: (then: Rate, now: Rate)
  /// The rate that the older runs have in a mixture like that of the newer ones.
  let expected: Rate
  /// The rates of the older runs, by run and machine.
  let thenByRun: [Machine: [String: Rate]]
  /// Newer steps in tests that the older runs do not have.
  let unknownSteps: Int

  /// Nil if the older runs have none of it.
  init?(_ action: String, then: [RunTally], now: [RunTally]) {
    let wanted = Self.cells(action, now)
    let known = Self.cells(action, then)
    let knownMachines = Set(known.keys.map(\.machine))
    // A machine all of whose tests have new names has no test to compare by.
    let byTest = Set(wanted.keys.filter { known[$0] != nil }.map(\.machine))
    func cell(_ cell: Cell) -> Cell? {
      if byTest.contains(cell.machine) { return known[cell] != nil && wanted[cell] != nil ? cell : nil }
      return knownMachines.contains(cell.machine) ? Cell(machine: cell.machine, test: nil) : nil
    }
    func rates(_ runs: [RunTally]) -> (cells: [Cell: Tally], runs: [(RunTally, Tally)]) {
      var cells: [Cell: Tally] = [:]
      let sums = runs.map { run in
        var sum = Tally()
        for (test, tally) in run.actions[action]?.tests ?? [:] {
          guard let cell = cell(Cell(machine: run.machine, test: test)) else { continue }
          cells[cell, default: Tally()] += tally
          sum += tally
        }
        return (run, sum)
      }
      return (cells, sums)
    }
    let machines = Set(wanted.keys.map(\.machine))
    let (newCells, newRuns) = rates(now)
    let (oldCells, oldRuns) = rates(then.filter { machines.contains($0.machine) })
    self.now = RateSample(newRuns.map(\.1.compared))
    self.then = RateSample(oldRuns.map(\.1.compared))
    plain = (oldRuns.map(\.1.rate).reduce(.zero, +), newRuns.map(\.1.rate).reduce(.zero, +))
    guard self.now.all.total > 0, self.then.all.total > 0 else { return nil }
    let comparable = wanted.filter { knownMachines.contains($0.key.machine) }
    unknownSteps = comparable.values.reduce(0) { $0 + $1.steps } - newCells.values.reduce(0) { $0 + $1.steps }
    var byRun: [Machine: [String: Rate]] = [:]
    for (run, sum) in oldRuns where sum.compared.total > 0 {
      byRun[run.machine, default: [:]][run.run, default: .zero] =
        (byRun[run.machine]?[run.run] ?? .zero) + sum.compared
    }
    thenByRun = byRun
    expected = Self.expected(newCells, oldCells)
  }

  private static func cells(_ action: String, _ runs: [RunTally]) -> [Cell: Tally] {
    runs.reduce(into: [:]) { cells, run in
      for (test, tally) in run.actions[action]?.tests ?? [:] where tally.steps > 0 {
        let cell = Cell(machine: run.machine, test: test)
        cells[cell, default: Tally()] += tally
      }
    }
  }

  /// The older rate of each cell, weighted by the newer steps; with as many steps as have the same variance.
  private static func expected(_ new: [Cell: Tally], _ old: [Cell: Tally]) -> Rate {
    let cells = new.compactMap { cell, tally -> (now: Double, then: Rate)? in
      guard let then = old[cell]?.compared, then.total > 0, tally.compared.total > 0 else { return nil }
      return (Double(tally.compared.total), then)
    }
    let steps = cells.reduce(0) { $0 + $1.now }
    guard steps > 0 else { return .zero }
    // Where the mixture is the same, so are the counts.
    let share = cells.reduce(0) { $0 + $1.now / steps * $1.then.share }
    let variance = cells.reduce(0) { $0 + $1.now / steps * ($1.now / steps) / Double($1.then.total) }
    // A half is rounded up, also if its sum falls short of it: the order of the cells is never the same.
    func whole(_ value: Double) -> Double { (value + 1e-9).rounded() }
    let total = whole(1 / variance)
    return Rate(count: Int(whole(share * total)), total: Int(total))
  }
}
