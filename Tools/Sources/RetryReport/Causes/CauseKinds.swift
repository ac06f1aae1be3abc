/// The kinds of the causes of many rows; most rows say what others have said, and to work out a kind takes its time.
struct CauseKinds {
  private struct Words: Hashable {
    let cause: String
    let errorType: String
    let message: String
    let innerAction: String
  }

  /// So many are kept before it begins again.
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
    let kind = CauseKind(
      cause: words.cause,
      errorType: words.errorType,
      message: words.message,
      innerAction: words.innerAction
    )
    if known.count == Self.most { known = [:] }
    known[words] = kind
    return kind
  }
}
