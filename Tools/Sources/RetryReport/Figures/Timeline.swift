/// A step that was retried, and its attempts.
struct Timeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let number: Int
    /// When it began, after the step did, in milliseconds.
    let offsetMs: Int64
    let durationMs: Int64
    let message: String
    let attachments: [Attachment]
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
