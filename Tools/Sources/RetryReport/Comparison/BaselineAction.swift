/// The known counts and causes of one action.
struct BaselineAction: Codable, Equatable, Sendable {
  let action: String
  /// Steps that are over, but for those that were skipped.
  var steps = 0
  /// Steps whose first attempt failed.
  var firstFailures = 0
  var recovered = 0
  /// Steps that did not succeed.
  var failed = 0
  /// The most frequent first.
  var causes: [KnownCause] = []
}

/// A kind of cause that has been seen.
struct KnownCause: Codable, Equatable, Sendable {
  let kind: String
  /// The number of steps in which it was seen.
  var steps: Int
  /// The number of attempts that failed of it.
  var attempts: Int
  var first: Baseline.Sighting
  var last: Baseline.Sighting
  /// A message of this kind, as it was.
  var example: String
}

extension BaselineAction {
  mutating func add(_ other: Self) {
    steps += other.steps
    firstFailures += other.firstFailures
    recovered += other.recovered
    failed += other.failed
    var byKind = Dictionary(uniqueKeysWithValues: causes.map { ($0.kind, $0) })
    for cause in other.causes { byKind[cause.kind] = byKind[cause.kind].map { $0.with(cause) } ?? cause }
    causes = byKind.values.sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) }.prefix(Baseline.mostCauses).map { $0 }
  }

  /// The share of first attempts that failed.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  /// The probability that a failed step fails of a kind that was not seen, after Good and Turing: the share of kinds seen
  /// once; nil if none has failed.
  var unseenShare: Double? {
    let seen = causes.reduce(0) { $0 + $1.steps }
    return seen == 0 ? nil : Double(causes.count { $0.steps == 1 }) / Double(seen)
  }
}

extension KnownCause {
  init(_ cause: CauseCounts, _ sighting: Baseline.Sighting) {
    (kind, steps, attempts, first, last) = (cause.kind.text, cause.steps, cause.attempts, sighting, sighting)
    example = String(cause.example.prefix(300))
  }

  fileprivate func with(_ other: Self) -> Self {
    var sum = self
    sum.steps += other.steps
    sum.attempts += other.attempts
    // On the same day the texts decide, so that the order of the runs does not.
    if (other.first.day, other.first.commit, other.example) < (first.day, first.commit, example) {
      (sum.first, sum.example) = (other.first, other.example)
    }
    if (other.last.day, other.last.commit) > (last.day, last.commit) { sum.last = other.last }
    return sum
  }
}
