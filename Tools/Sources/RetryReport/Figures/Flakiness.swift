/// The documented reason why a step is retried or a test may run again.
struct Flakiness: Equatable, Sendable {
  let reason: String
  let isFixable: Bool
  let bug: String
  /// The last valid day, such as `2027-03-31`, or empty.
  let expires: String
  let place: Place

  /// Fails if no reason is given.
  fileprivate init?(_ row: Row) {
    reason = row.because
    isFixable = row.fixable == 1
    bug = row.bug
    expires = row.expires
    place = row.place
    if reason.isEmpty, bug.isEmpty, expires.isEmpty, !isFixable { return nil }
  }

  func isExpired(on day: String) -> Bool { !expires.isEmpty && expires.prefix(10) < day }
}

/// The documented reasons of one action: the newest one of each file, because lines move.
struct FlakinessByFile: Sendable {
  /// A file with calls of an action.
  private struct Source {
    var newest: Row
    var wasRetried: Bool
    var flakiness: Flakiness? { Flakiness(newest) }
  }

  private var sources: [String: Source] = [:]

  mutating func add(_ row: Row) {
    guard row.wasRetried || Flakiness(row) != nil else { return }
    var source = sources[row.file] ?? Source(newest: row, wasRetried: false)
    if row.wasRetried { source.wasRetried = true }
    if row.startMs >= source.newest.startMs { source.newest = row }
    sources[row.file] = source
  }

  /// Whether each file with retried steps has a documented reason that expires and is still valid.
  func areValid(on day: String) -> Bool {
    let hasMissing = sources.values.contains { $0.flakiness == nil && $0.wasRetried }
    return !hasMissing && !all.isEmpty && all.allSatisfy { !$0.expires.isEmpty && !$0.isExpired(on: day) }
  }

  var all: [Flakiness] { sources.values.sorted { $0.newest.place < $1.newest.place }.compactMap(\.flakiness) }
}
