/// A step that was retried, and its attempts.
public struct Timeline: Equatable, Sendable {
  public struct Attempt: Equatable, Sendable {
    public let number: Int
    /// When it began, after the step did, in milliseconds.
    public let offsetMs: Int64
    public let durationMs: Int64
    public let message: String
  }

  /// Of the attempts that failed, this many are kept.
  static let longest = 50

  public let test: String
  public let file: String
  public let line: Int
  public let outcome: Outcome?
  public let cure: Cure?
  public let durationMs: Int64
  public let taxMs: Int64
  /// The attempts that failed.
  public let attempts: [Attempt]
  /// How many attempts were started.
  public let attemptCount: Int
  public let reason: String
}

/// The timelines of the steps that cost most, a few of them.
public struct CostliestTimelines: Sendable {
  static let count = 10

  public private(set) var kept: [Timeline] = []
  /// How many there were.
  public private(set) var total = 0

  mutating func add(_ timeline: Timeline) {
    total += 1
    let index = kept.firstIndex { $0.taxMs < timeline.taxMs } ?? kept.endIndex
    guard index < Self.count else { return }
    kept.insert(timeline, at: index)
    if kept.count > Self.count { kept.removeLast() }
  }
}
