/// A cache of kinds, because most rows repeat the message of another.
struct CauseKinds {
  private struct Words: Hashable {
    let cause: String
    let errorType: String
    let message: String
    let innerAction: String
  }

  /// The number of kinds that it holds before it is emptied.
  private static let most = 4_096

  private var known: [Words: CauseKind] = [:]

  mutating func kind(of row: Row) -> CauseKind {
    let words = Words(
      cause: row.cause,
      errorType: row.errorType,
      message: row.errorMessage,
      innerAction: row.innerAction
    )
    if let kind = known[words] { return kind }
    let kind = CauseKind(row)
    if known.count == Self.most { known = [:] }
    known[words] = kind
    return kind
  }
}
