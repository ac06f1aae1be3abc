/// The kinds of causes of some steps, with the number of steps of each.
struct CommonCauses: Sendable {
  struct Cause: Equatable, Sendable {
    let kind: CauseKind
    let example: String
    fileprivate(set) var count = 0

    /// Such as `2 × The server is busy`.
    var text: String { "\(count) × \(example.truncated(to: 120))" }
  }

  /// The maximum number of kinds that a summary lists.
  static let most = 3
  /// The maximum number of kinds that are counted; the rest are `other causes`.
  private static let mostKinds = 1_000

  private var byKind: [CauseKind: Cause] = [:]
  private(set) var others = 0

  mutating func add(_ kind: CauseKind, example: String) {
    if byKind[kind] == nil, byKind.count == Self.mostKinds { return others += 1 }
    byKind[kind, default: Cause(kind: kind, example: example)].count += 1
  }

  /// The kinds, the most frequent first.
  var all: [Cause] { byKind.values.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) } }

  /// Such as `2 × The server is busy` and `1 × other causes`.
  var texts: [String] {
    let sorted = all
    let more = sorted.dropFirst(Self.most).reduce(others) { $0 + $1.count }
    return sorted.prefix(Self.most).map(\.text) + (more > 0 ? ["\(more) × other causes"] : [])
  }
}
