/// The kinds of causes of some steps, with the number of steps of each.
struct CommonCauses: Sendable {
  struct Cause: Sendable {
    let kind: CauseKind
    /// The attempt that had it first.
    let example: Row
    fileprivate(set) var count = 0
  }

  /// The maximum number of kinds that a summary lists.
  static let most = 3

  private var byKind: [CauseKind: Cause] = [:]
  /// The number of steps with a cause.
  private(set) var steps = 0

  /// Adds the kinds of the causes of one step, each with an example.
  mutating func add(_ causes: [CauseKind: Row]) {
    if !causes.isEmpty { steps += 1 }
    for (kind, example) in causes {
      byKind[kind, default: Cause(kind: kind, example: example)].count += 1
    }
  }

  /// The kinds, the most frequent first.
  var all: [Cause] { byKind.values.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) } }

  /// The most frequent kinds, each with its share, such as `3 of 4`, which is empty if there is only one step.
  var listed: [(share: String, cause: Row)] {
    all.prefix(Self.most).map { (share($0.count), $0.example) }
  }

  /// The share of the other causes, such as `2 of 4`; `nil` if all kinds are listed.
  var rest: String? {
    let more = all.dropFirst(Self.most).reduce(0) { $0 + $1.count }
    return more > 0 ? share(more) : nil
  }

  private func share(_ count: Int) -> String { steps == 1 ? "" : "\(count) of \(steps)" }
}
