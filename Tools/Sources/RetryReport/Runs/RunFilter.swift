/// A choice of runs.
public struct RunFilter: Sendable {
  /// The number of runs, the newest.
  var lastRuns: Int?
  /// The first day of runs, such as `2026-11-01`.
  var since: String?
  /// The branch of all rows.
  var branch: String?

  public init(lastRuns: Int? = nil, since: String? = nil, branch: String? = nil) {
    self.lastRuns = lastRuns
    self.since = since
    self.branch = branch
  }
}
