/// A step that recovered, or a whole test.
struct Flake: Equatable, Sendable {
  /// The number of flakes of a test that are kept.
  static let most = 50

  let unit: RowUnit
  let action: String
  let attempts: Int
  let cure: Cure?
  /// The cause of the first failed attempt.
  let message: String
  let place: Place

  init(_ row: Row) {
    (unit, action, attempts, cure) = (row.subject, row.action, row.attempt, row.curedBy)
    (message, place) = (row.message, row.place)
  }
}

/// The name of a test in JUnit's files.
struct TestName: Hashable {
  let suite: String
  let name: String
}
