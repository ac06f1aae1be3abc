/// Which rows a baseline is made of.
public struct BaselineFilter: Sendable {
  /// No more runs than these, the newest.
  var lastRuns: Int?
  /// No run that began before this day, such as `2026-11-01`.
  var since: String?
  /// Only runs on this branch.
  var branch: String?

  public init(lastRuns: Int? = nil, since: String? = nil, branch: String? = nil) {
    self.lastRuns = lastRuns
    self.since = since
    self.branch = branch
  }
}
