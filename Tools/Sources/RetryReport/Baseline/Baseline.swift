public import Foundation

/// What is known of each action: how often its first attempts fail, and of which kinds of causes.
///
/// Small enough to be kept beside the tests; sorted, so that a change of it can be read.
public struct Baseline: Codable, Equatable, Sendable {
  static let newestVersion = 1

  /// When and where something was seen.
  struct Sighting: Codable, Equatable, Sendable {
    /// Such as `2026-11-21`, in UTC.
    let day: String
    let commit: String
  }

  /// A kind of cause that has been seen.
  struct KnownCause: Codable, Equatable, Sendable {
    let kind: String
    /// In how many steps.
    var steps: Int
    /// How many attempts failed of it.
    var attempts: Int
    var first: Sighting
    var last: Sighting
    /// One such message, as it was.
    var example: String
  }

  /// What is known of one action.
  struct Action: Codable, Equatable, Sendable {
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

  /// A run of the tests whose rows are counted.
  struct Run: Codable, Equatable, Sendable {
    let id: String
    let day: String
    let commit: String
  }

  var version = Baseline.newestVersion
  /// The oldest first.
  var runs: [Run] = []
  /// In the order of their names.
  var actions: [Action] = []
}

extension Baseline {
  /// Why a file is no baseline.
  public struct NotReadable: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter json: What ``json()`` has written.
  public init(json: Data) throws(NotReadable) {
    do {
      self = try JSONDecoder().decode(Baseline.self, from: json)
    } catch {
      throw NotReadable(description: "is no baseline: retry-report baseline <folder> --output <file> writes one")
    }
    guard version == Self.newestVersion else {
      throw NotReadable(
        description: "is a baseline of version \(version), and \(Self.newestVersion) is what can be read"
      )
    }
    let numbers = actions.flatMap { action in
      [action.steps, action.firstFailures, action.recovered, action.failed]
        + action.causes.flatMap { [$0.steps, $0.attempts] }
    }
    let isPlausible =
      numbers.allSatisfy { (0...1 << 40).contains($0) } && actions.allSatisfy { $0.firstFailures <= $0.steps }
    let hasEachOnce =
      Set(actions.map(\.action)).count == actions.count
      && actions.allSatisfy { Set($0.causes.map(\.kind)).count == $0.causes.count }
    guard isPlausible, hasEachOnce else { throw NotReadable(description: "is a baseline with numbers that cannot be") }
  }

  /// Sorted and stable: the same facts are the same text.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Kinds of causes of an action beyond these are left out, the rarest first.
  static let mostCauses = 50

  package init(_ runs: [RunCounts]) {
    for run in runs { add(run.baseline) }
  }

  /// Both together; runs that both have are counted in neither twice, so the caller leaves them out of one.
  package mutating func add(_ other: Baseline) {
    runs += other.runs
    runs.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    var byName = Dictionary(uniqueKeysWithValues: actions.map { ($0.action, $0) })
    for action in other.actions { byName[action.action, default: Action(action: action.action)].add(action) }
    actions = byName.values.sorted { $0.action < $1.action }
  }
}

extension RunCounts {
  /// What it adds to a baseline.
  package var baseline: Baseline {
    let sighting = Baseline.Sighting(day: day, commit: commit)
    let known = actions.map { name, counts in
      Baseline.Action(
        action: name,
        steps: counts.steps,
        firstFailures: counts.firstFailures,
        recovered: counts.recovered,
        failed: counts.failed,
        causes: counts.causes.values.map { cause in
          Baseline.KnownCause(
            kind: cause.kind.text,
            steps: cause.steps,
            attempts: cause.attempts,
            first: sighting,
            last: sighting,
            example: String(cause.example.prefix(300))
          )
        }
      )
    }
    return Baseline(runs: [Baseline.Run(id: id, day: day, commit: commit)], actions: known)
  }
}

extension Baseline.Action {
  fileprivate mutating func add(_ other: Self) {
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

extension Baseline.KnownCause {
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
