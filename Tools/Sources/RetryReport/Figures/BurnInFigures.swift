/// The figures of one step that was repeated to measure its failure rate.
struct BurnInFigures: Sendable {
  /// The number of kinds of causes that are kept.
  private static let mostCauses = 3

  struct Cause: Equatable, Sendable {
    let kind: CauseKind
    let example: String
    fileprivate(set) var count: Int
  }

  let name: String
  /// The place of its first repetition.
  private(set) var place: Place?
  private(set) var commit = ""
  private(set) var passed = 0
  private(set) var failed = 0
  /// The first kinds of causes.
  private(set) var causes: [Cause] = []

  init(name: String) {
    self.name = name
  }

  mutating func add(_ row: Row) {
    if place == nil { place = row.place }
    if commit.isEmpty { commit = row.commit }
    // A repetition that was skipped or cancelled proves nothing.
    if row.isSkipped { return }
    if row.ending == .passed {
      passed += 1
      return
    }
    failed += 1
    let kind = CauseKind(row)
    if let index = causes.firstIndex(where: { $0.kind == kind }) {
      causes[index].count += 1
    } else if causes.count < Self.mostCauses {
      causes.append(Cause(kind: kind, example: row.errorMessage.isEmpty ? row.reason : row.errorMessage, count: 1))
    }
  }

  var runs: Int { passed + failed }

  /// The share of repetitions that failed.
  var rate: Rate { Rate(count: failed, total: runs) }

  /// The bounds of the rate with 95 % confidence.
  var bounds: (low: Double, high: Double) { failed == 0 ? (0, Rate.boundOfNone(in: runs)) : rate.interval }

  /// True if it sorts before another.
  func isWorse(than other: BurnInFigures) -> Bool {
    if failed != other.failed { return failed > other.failed }
    return name < other.name
  }
}
