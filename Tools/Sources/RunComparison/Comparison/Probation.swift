internal import RetryReport

/// A kind of cause that older runs have, and that does not count as usual yet.
///
/// Otherwise a bug that strikes once or twice a run would be usual from its second run on. The probation begins with the
/// first run of the kind. It ends after as many runs as there were before, at most ten, if the kind came no more often in
/// them than chance explains.
struct Probation {
  private static let mostRuns = 10
  /// The smallest probability that counts as chance.
  private static let chance = 0.05
  /// The steps of a run that count: several at once may be a short outage.
  private static let mostOfRun = 2

  /// The older runs from the first with the kind on.
  let runs: [String]
  /// The steps with the kind up to this run, in the older runs after it, and in the newer runs.
  fileprivate(set) var first = Rate.zero
  fileprivate(set) var later = Rate.zero
  fileprivate(set) var now = Rate.zero
  /// The steps after the first run that count.
  private var counted = 0

  fileprivate init(_ runs: [String]) { self.runs = runs }

  /// The probability that a kind that took so long to come at first then comes so often.
  ///
  /// - Parameter isOfDefaultBranch: Whether the newer runs follow the older ones. Another branch did not cause what came
  ///   in those.
  func probability(isOfDefaultBranch: Bool) -> Double {
    isOfDefaultBranch
      ? Self.probability(of: Rate(count: counted, total: later.total + now.total), after: first)
      : Self.probability(of: now, after: first + later)
  }

  private static func probability(of new: Rate, after old: Rate) -> Double {
    let share = Double(new.total) / Double(max(1, old.total + new.total))
    return Binomial.probability(ofAtLeast: new.count, in: new.count + max(1, old.count) - 1, rate: share)
  }

  /// - Parameter runsBefore: The number of older runs before the first with the kind.
  fileprivate func isOver(runsBefore: Int) -> Bool {
    runs.count > min(Self.mostRuns, runsBefore) && probability(isOfDefaultBranch: true) > Self.chance
  }

  fileprivate mutating func add(_ rate: Rate, to side: WritableKeyPath<Self, Rate>) {
    self[keyPath: side] = self[keyPath: side] + rate
    if side != \.first { counted += min(Self.mostOfRun, rate.count) }
  }
}

/// When the kinds of causes of an action came in the older runs.
struct KindHistory {
  private let action: String
  private let runs: [RunCounts]
  /// The names of the runs, the oldest first, and the place of each.
  private var names: [String] = []
  private var places: [String: Int] = [:]
  /// The first run of each test on a machine.
  private var firstRuns: [LikeWithLike.Cell: Int] = [:]
  /// The first run of each kind, and the tests with it.
  private var kinds: [CauseKind: (first: Int, cells: Set<LikeWithLike.Cell>)] = [:]

  /// - Parameter runs: The older runs, the oldest first.
  init(_ action: String, in runs: [RunCounts]) {
    self.action = action
    self.runs = runs.filter { $0.actions[action] != nil }
    for run in self.runs {
      if places[run.id] == nil { names.append(run.id) }
      let place = places[run.id] ?? names.count - 1
      places[run.id] = place
      for (test, counts) in run.tests(of: action) {
        let cell = LikeWithLike.Cell(machine: run.part.machine, test: test)
        firstRuns[cell] = min(firstRuns[cell] ?? place, place)
        for (kind, steps) in counts.kinds where steps > 0 {
          let first = min(kinds[kind]?.first ?? place, place)
          kinds[kind, default: (first, [])].cells.insert(cell)
          kinds[kind]?.first = first
        }
      }
    }
  }

  /// The kinds on probation, and the first run of each.
  var onProbation: [(kind: CauseKind, since: String)] {
    kinds.keys.sorted().compactMap { kind in probation(of: kind).map { (kind, $0.runs[0]) } }
  }

  /// The probation of a kind; `nil` if it counts as usual, or came only in tests that are not older than itself.
  func probation(of kind: CauseKind, now: [RunCounts] = []) -> Probation? {
    guard let (first, cells) = kinds[kind] else { return nil }
    let newest = now.flatMap { run in
      run.tests(of: action).filter { $0.value.kinds[kind] ?? 0 > 0 }
        .map { LikeWithLike.Cell(machine: run.part.machine, test: $0.key) }
    }
    let older = cells.union(newest).filter { firstRuns[$0] ?? first < first }
    if older.isEmpty { return nil }
    func rate(_ run: RunCounts) -> Rate {
      let cells = older.filter { $0.machine == run.part.machine }
      return cells.compactMap { $0.test.flatMap { run.tests(of: action)[$0] } }.rate(of: kind)
    }
    var probation = Probation(Array(names[first...]))
    for run in runs { probation.add(rate(run), to: places[run.id] ?? 0 > first ? \.later : \.first) }
    if probation.isOver(runsBefore: first) { return nil }
    for run in now { probation.add(rate(run), to: \.now) }
    return probation
  }
}
