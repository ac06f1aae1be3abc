/// The figures of one step that was repeated to measure its failure rate.
struct BurnInFigures: Sendable {
  let name: String
  /// The place of its first repetition.
  private(set) var place: Place?
  private(set) var commit = ""
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var causes = CommonCauses()

  init(name: String) {
    self.name = name
  }

  mutating func add(_ row: Row) {
    if place == nil { place = row.place }
    if commit.isEmpty { commit = row.commit }
    // A repetition that was skipped or cancelled proves nothing.
    if row.isSkipped { return }
    guard row.ending != .passed else { return passed += 1 }
    failed += 1
    causes.add(CauseKind(row), example: row.errorMessage.isEmpty ? row.reason : row.errorMessage)
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
