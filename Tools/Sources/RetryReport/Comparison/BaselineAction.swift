/// The known counts and causes of one action.
struct BaselineAction: Codable, Equatable, Sendable {
  let action: String
  /// The counts of each test, a column for each part of a run.
  var tests: [String: Columns<Tally>] = [:]
  /// The most frequent first.
  var causes: [KnownCause] = []
}

/// A kind of cause that has been seen.
struct KnownCause: Codable, Equatable, Sendable {
  let kind: String
  /// The number of steps in which it was seen, ever.
  var steps: Int
  /// The number of attempts that failed of it, ever.
  var attempts: Int
  var first: Baseline.Sighting
  var last: Baseline.Sighting
  /// A message of this kind, as it was.
  var example: String
  /// The steps in which it came in each test, a column for each part of a run.
  var tests: [String: Columns<Int>]
}
