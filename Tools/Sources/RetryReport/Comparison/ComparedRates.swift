/// The rates of an action in older and newer runs.
struct ComparedRates {
  let then: RateSample
  let now: RateSample
  /// The rate that the older runs have in a mixture like that of the newer ones.
  let expected: Rate
  /// The rates of the older runs, by run and machine.
  let thenByRun: [Machine: [String: Rate]]

  /// - Parameter rate: The rate of a cell in a run.
  init(_ action: LikeWithLike, _ rate: (Tally, LikeWithLike.Cell) -> Rate) {
    func rates(_ runs: [LikeWithLike.Run]) -> (cells: [LikeWithLike.Cell: Rate], runs: [Rate]) {
      var cells: [LikeWithLike.Cell: Rate] = [:]
      let sums = runs.map { run in
        run.cells.reduce(Rate.zero) { sum, cell in
          let one = rate(cell.value.tally, cell.key)
          cells[cell.key] = (cells[cell.key] ?? .zero) + one
          return sum + one
        }
      }
      return (cells, sums)
    }
    let (old, new) = (rates(action.then), rates(action.now))
    (then, now) = (RateSample(old.runs), RateSample(new.runs))
    expected = Self.expected(new.cells, old.cells)
    var byRun: [Machine: [String: Rate]] = [:]
    for (run, sum) in zip(action.then, old.runs) where sum.total > 0 { byRun[run.machine, default: [:]][run.run] = sum }
    thenByRun = byRun
  }

  var isEmpty: Bool { then.runs.isEmpty || now.runs.isEmpty }

  /// The older rate of each cell, weighted by the newer steps; with as many steps as have the same variance.
  private static func expected(_ new: [LikeWithLike.Cell: Rate], _ old: [LikeWithLike.Cell: Rate]) -> Rate {
    let cells = new.compactMap { cell, now -> (now: Double, then: Rate)? in
      guard let then = old[cell], then.total > 0, now.total > 0 else { return nil }
      return (Double(now.total), then)
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
