/// A test in which a step recovered, or which recovered as a whole.
public struct FlakyTest: Sendable {
  public struct Flake: Equatable, Sendable {
    public let unit: ActionFigures.Unit
    public let action: String
    public let attempts: Int
    public let cure: Cure?
    /// Why the first attempt failed.
    public let message: String
    public let file: String
    public let line: Int
  }

  /// Of the flakes of one test, this many are kept.
  static let mostFlakes = 50

  /// The name that JUnit's files give a test.
  struct Key: Hashable {
    let suite: String
    let name: String
  }

  public internal(set) var flakes: [Flake] = []
}

/// A whole test that ran again.
public struct RerunTest: Equatable, Sendable {
  public let name: String
  public let maxReruns: Int
  public let reruns: Int
  public let reason: String
  public let isFixable: Bool
}
