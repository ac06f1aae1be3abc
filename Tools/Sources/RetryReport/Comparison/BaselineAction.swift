/// What is known of one action.
struct BaselineAction: Codable, Equatable, Sendable {
  let action: String
  /// Steps that are over, but for those that were skipped.
  var steps = 0
  /// Steps whose first attempt failed.
  var firstFailures = 0
  var recovered = 0
  /// Steps that did not succeed.
  var failed = 0
  /// Those seen most first.
  var causes: [KnownCause] = []
}

/// A kind of cause that has been seen.
struct KnownCause: Codable, Equatable, Sendable {
  let kind: String
  /// In how many steps.
  var steps: Int
  /// How many attempts failed of it.
  var attempts: Int
  var first: Baseline.Sighting
  var last: Baseline.Sighting
  /// One such message, as it was.
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

  /// How often the first attempt fails.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  /// How likely a failed step is to fail of a kind that has not been seen: the share of kinds seen once, after Good and
  /// Turing; nil where none has failed.
  var unseenShare: Double? {
    let seen = causes.reduce(0) { $0 + $1.steps }
    return seen == 0 ? nil : Double(causes.count { $0.steps == 1 }) / Double(seen)
  }
}

extension KnownCause {
  fileprivate func with(_ other: Self) -> Self {
    var sum = self
    sum.steps += other.steps
    sum.attempts += other.attempts
    // On the same day the texts decide, so that the order in which runs come together does not.
    if (other.first.day, other.first.commit, other.example) < (first.day, first.commit, example) {
      (sum.first, sum.example) = (other.first, other.example)
    }
    if (other.last.day, other.last.commit) > (last.day, last.commit) { sum.last = other.last }
    return sum
  }
}
