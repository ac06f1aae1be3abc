/// A step that was retried, and its attempts.
struct Timeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let number: Int
    /// When it began, after the step did, in milliseconds.
    let offsetMs: Int64
    let durationMs: Int64
    let message: String
  }

  /// Of the attempts that failed, this many are kept.
  static let longest = 50

  let test: String
  let file: String
  let line: Int
  let outcome: Outcome?
  let cure: Cure?
  let durationMs: Int64
  let taxMs: Int64
  /// The attempts that failed.
  let attempts: [Attempt]
  /// How many attempts were started.
  let attemptCount: Int
  let reason: String
}

/// The timelines of the steps that cost most, a few of them.
struct CostliestTimelines: Sendable {
  static let count = 10

  private(set) var kept: [Timeline] = []
  /// How many there were.
  private(set) var total = 0

  mutating func add(_ timeline: Timeline) {
    total += 1
    let index = kept.firstIndex { $0.taxMs < timeline.taxMs } ?? kept.endIndex
    guard index < Self.count else { return }
    kept.insert(timeline, at: index)
    if kept.count > Self.count { kept.removeLast() }
  }
}
