/// The reason why a step is retried or a test may run again, as its author wrote it.
struct Excuse: Equatable, Sendable {
  let reason: String
  let isFixable: Bool
  let bug: String
  /// The last day, such as `2027-03-31`, or empty.
  let expires: String
  let place: Place

  /// Nil if no reason is given.
  fileprivate init?(_ row: Row) {
    // Older records have the excuse of a test in `reason`.
    reason = row.excuse.isEmpty && row.subject == .test ? row.reason : row.excuse
    isFixable = row.fixable == 1
    bug = row.bug
    expires = row.expires
    place = row.place
    if reason.isEmpty, bug.isEmpty, expires.isEmpty, !isFixable { return nil }
  }

  /// True if its last day is over on a day such as `2027-03-31`.
  func isOver(on day: String) -> Bool { !expires.isEmpty && expires.prefix(10) < day }
}

/// The excuses of one action, in each file the newest, because lines move.
struct Excuses: Sendable {
  /// The number of files of an action that are kept.
  private static let most = 50

  /// A file with the calls of an action.
  private struct Source {
    var startMs = Int64.min
    var excuse: Excuse?
    var place: Place
    var wasRetried = false
  }

  private var sources: [String: Source] = [:]

  mutating func add(_ row: Row) {
    let excuse = Excuse(row)
    guard excuse != nil || row.wasRetried, sources[row.file] != nil || sources.count < Self.most else { return }
    var source = sources[row.file] ?? Source(place: row.place)
    if row.wasRetried { source.wasRetried = true }
    if row.startMs >= source.startMs {
      source.startMs = row.startMs
      source.excuse = excuse
      source.place = row.place
    }
    sources[row.file] = source
  }

  /// True if each file with steps that were retried has an excuse with a last day that is not over.
  func hold(on day: String) -> Bool {
    let hasMissing = sources.values.contains { $0.excuse == nil && $0.wasRetried }
    return !hasMissing && !all.isEmpty && all.allSatisfy { !$0.expires.isEmpty && !$0.isOver(on: day) }
  }

  var all: [Excuse] { sources.values.sorted { $0.place < $1.place }.compactMap(\.excuse) }
}
