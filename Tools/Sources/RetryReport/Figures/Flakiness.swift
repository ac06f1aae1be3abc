/// The documented reason why a step is retried or a test may run again.
struct Flakiness: Hashable, Sendable {
  let reason: String
  let isFixable: Bool
  let bug: String
  /// The last valid day as the record has it, such as `2027-03-31`, or empty.
  let expires: String
  /// The same day; `nil` if the text is not one.
  private let lastDay: String?
  let place: Place

  /// Fails if no reason is given.
  fileprivate init?(_ row: Row) {
    reason = row.because
    isFixable = row.fixable == 1
    bug = row.bug
    expires = row.expires
    lastDay = expires.isDay ? expires : nil
    place = row.place
    if reason.isEmpty, bug.isEmpty, expires.isEmpty, !isFixable { return nil }
  }

  func isExpired(on day: String) -> Bool { lastDay.map { $0 < day } ?? false }

  /// Whether it says why, and until which day, and that day has not passed.
  fileprivate func isValid(on day: String) -> Bool {
    !reason.allSatisfy(\.isWhitespace) && lastDay.map { $0 >= day } ?? false
  }
}

/// The documented reasons of one action: those of the newest run of each file, because lines move from run to run.
struct FlakinessByFile: Sendable {
  /// The steps of an action that one file has in one run.
  private struct Source {
    let run: String
    /// The start of the newest of these steps, in milliseconds of Unix time.
    var startMs = Int64.min
    var documented: Set<Flakiness> = []
    /// The reasons of the steps that were retried; `nil` stands for steps without one.
    var retried: Set<Flakiness?> = []
  }

  /// The runs of each file.
  private var sources: [String: [String: Source]] = [:]

  mutating func add(_ row: Row) {
    let flakiness = Flakiness(row)
    guard row.wasRetried || flakiness != nil else { return }
    var source = sources[row.file]?[row.runID] ?? Source(run: row.runID)
    source.startMs = max(source.startMs, row.startMs)
    if let flakiness { source.documented.insert(flakiness) }
    if row.wasRetried { source.retried.insert(flakiness) }
    sources[row.file, default: [:]][row.runID] = source
  }

  /// Whether each retried step has a documented reason that expires and is still valid.
  func areValid(on day: String) -> Bool {
    let retried = newest { !$0.retried.isEmpty }.flatMap(\.retried)
    return !retried.isEmpty && retried.allSatisfy { $0?.isValid(on: day) ?? false }
  }

  var all: [Flakiness] {
    newest { _ in true }.flatMap(\.documented).sorted { ($0.place, $0.reason) < ($1.place, $1.reason) }
  }

  /// The newest run of each file.
  private func newest(where isIncluded: (Source) -> Bool) -> [Source] {
    sources.values.compactMap { runs in
      runs.values.filter(isIncluded).max { ($0.startMs, $0.run) < ($1.startMs, $1.run) }
    }
  }
}
