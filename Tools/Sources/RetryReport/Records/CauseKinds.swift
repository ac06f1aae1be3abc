/// A cache of kinds, because most rows repeat the message of another.
struct CauseKinds {
  /// The number of kinds that it holds before it is emptied.
  private static let most = 4_096

  private var known: [[String]: CauseKind] = [:]

  mutating func kind(of row: Row) -> CauseKind {
    let words = [row.cause, row.errorType, row.errorMessage, row.innerAction]
    if let kind = known[words] { return kind }
    let kind = CauseKind(row)
    if known.count == Self.most { known = [:] }
    known[words] = kind
    return kind
  }
}
