/// A step or a whole test that recovered.
struct Flake: Equatable, Sendable {
  /// The number of flakes of a test that are kept.
  static let most = 50

  let unit: RowUnit
  let action: String
  let attempts: Int
  let recoveredBy: Recovery?
  /// The cause of the first failed attempt.
  let message: String
  let place: Place

  init(_ row: Row) {
    (unit, action, attempts, recoveredBy) = (row.subject, row.action, row.attempt, row.recoveredBy)
    (message, place) = (row.message, row.place)
  }
}

/// The name of a test in JUnit files.
struct TestName: Hashable, Sendable {
  let suite: String
  let name: String
}
