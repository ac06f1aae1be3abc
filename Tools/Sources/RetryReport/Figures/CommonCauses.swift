/// The kinds of causes of some steps, with the number of steps of each.
struct CommonCauses: Sendable {
  /// The maximum number of kinds that a summary lists.
  static let most = 3

  private var byKind: [CauseKind: CauseCounts] = [:]
  /// The number of steps with a cause.
  private(set) var steps = 0

  private(set) var firstSeen: [CauseKind: RunOrigin] = [:]

  mutating func add(_ step: OpenStep) {
    if !step.causes.isEmpty { steps += 1 }
    for (kind, row) in step.causes {
      byKind[kind, default: CauseCounts(kind)].count(row)
      noteSeen(kind, in: RunOrigin(row))
    }
  }

  /// Notes a run that had a kind.
  mutating func noteSeen(_ kind: CauseKind, in run: RunOrigin) {
    guard run.startMs.isDated, byKind[kind] != nil, run.startMs < firstSeen[kind]?.startMs ?? .max else { return }
    firstSeen[kind] = run
  }

  /// The kinds, the most frequent first.
  var all: [CauseCounts] { byKind.values.sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) } }

  /// The most frequent kinds, each with its share, such as `3 of 4`, which is empty if there is only one step.
  var listed: [(share: String, cause: Row)] {
    all.prefix(Self.most).compactMap { cause in cause.first.map { (share(cause.steps), $0) } }
  }

  /// The share of the other causes, such as `2 of 4`; `nil` if all kinds are listed.
  var rest: String? {
    let more = all.dropFirst(Self.most).reduce(0) { $0 + $1.steps }
    return more > 0 ? share(more) : nil
  }

  private func share(_ count: Int) -> String { steps == 1 ? "" : "\(count) of \(steps)" }
}
