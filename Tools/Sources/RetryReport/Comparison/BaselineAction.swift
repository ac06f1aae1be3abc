/// The known counts and causes of one action.
struct BaselineAction: Codable, Equatable, Sendable {
  let action: String
  /// The counts of each test, a column for each part of a run.
  var tests: [String: Columns<Tally>] = [:]
  /// The number of steps with a kind of cause in each test, a column for each part of a run.
  var causes: [String: [String: Columns<Int>]] = [:]
}
