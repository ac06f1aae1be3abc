/// A step that was retried, and its attempts.
struct Timeline: Equatable, Sendable {
  struct Attempt: Equatable, Sendable {
    let number: Int
    /// The time from the start of the step, in milliseconds.
    let offsetMs: Int64
    let durationMs: Int64
    let message: String
    let attachments: [Attachment]

    fileprivate init(_ row: Row, start: Int64) {
      (number, offsetMs, durationMs) = (row.attempt, max(0, row.startMs - start), row.durationMs)
      (message, attachments) = (row.errorMessage, row.attachments)
    }
  }

  struct Origin: Equatable, Sendable {
    let run: String
    let shard: String
    let startMs: Int64
    let commit: String
    /// The device, or the system where no device is known.
    let system: String

    init(_ row: Row, startMs: Int64) {
      (run, shard, commit, self.startMs) = (row.runID, row.shard, row.commit, startMs)
      system = row.device.isEmpty ? row.systemVersion : row.device
    }
  }

  let test: String
  let origin: Origin
  let place: Place
  let outcome: Outcome?
  let cure: Cure?
  let durationMs: Int64
  let taxMs: Int64
  /// The attempts that failed.
  let attempts: [Attempt]
  /// The number of attempts that were started.
  let attemptCount: Int
  /// The files of the attempt that made the step recover.
  let evidence: [Attachment]
  let reason: String
}

extension Timeline {
  /// - Parameter ended: True if the row is the step's own, and not that of its first attempt.
  init(_ row: Row, ended: Bool, attempts: [Row]) {
    let start = ended ? row.startMs : attempts.first?.startMs ?? row.startMs
    // A clock may be set back between two attempts.
    let lastEnd = attempts.last.map { max(start, $0.startMs + $0.durationMs) } ?? start
    self.init(
      test: row.test,
      origin: Origin(row, startMs: start),
      place: row.place,
      outcome: ended ? row.ending : nil,
      cure: row.curedBy,
      durationMs: ended ? row.durationMs : lastEnd - start,
      taxMs: ended ? row.taxMs : lastEnd - start,
      attempts: attempts.map { Attempt($0, start: start) },
      attemptCount: ended ? row.attempt : attempts.count,
      evidence: ended && row.ending == .recovered ? row.attachments : [],
      reason: ended ? row.reason : ""
    )
  }
}

/// The timelines of the few steps that cost most.
struct CostliestTimelines: Sendable {
  static let count = 10

  private var costliest: [Timeline] = []
  /// The costliest step with files of the attempt that worked.
  private var compared: Timeline?
  /// The number of all timelines.
  private(set) var total = 0

  mutating func add(_ timeline: Timeline) {
    total += 1
    if !timeline.evidence.isEmpty, timeline.taxMs > compared?.taxMs ?? -1 { compared = timeline }
    let index = costliest.firstIndex { $0.taxMs < timeline.taxMs } ?? costliest.endIndex
    guard index < Self.count else { return }
    costliest.insert(timeline, at: index)
    if costliest.count > Self.count { costliest.removeLast() }
  }

  /// The costliest, one of them at least with files to compare, if there are any.
  var kept: [Timeline] {
    let isThere = costliest.contains { !$0.evidence.isEmpty }
    return costliest + (isThere ? [] : [compared].compactMap { $0 })
  }
}
