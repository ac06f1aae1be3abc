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

  struct Origin: Equatable, Sendable {
    let run: String
    let shard: String
    let startMs: Int64
    let commit: String
    let system: String
  }

  let test: String
  /// Where it comes from: the run, when the step began in milliseconds of Unix time, the commit, and the system.
  let origin: Origin
  let place: Place
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
