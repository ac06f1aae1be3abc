/// A test in which a step recovered, or which recovered as a whole.
struct FlakyTest: Sendable {
  struct Flake: Equatable, Sendable {
    let unit: RowUnit
    let action: String
    let attempts: Int
    let cure: Cure?
    /// Why the first attempt failed.
    let message: String
    let place: Place
  }

  /// Of the flakes of one test, this many are kept.
  static let mostFlakes = 50

  /// The name that JUnit's files give a test.
  struct Key: Hashable {
    let suite: String
    let name: String
  }

  var flakes: [Flake] = []
}
