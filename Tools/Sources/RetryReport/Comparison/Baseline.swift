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
  var actions: [BaselineAction] = []
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
  public func json() throws -> String { try sortedJSON() }

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
    for action in other.actions { byName[action.action, default: BaselineAction(action: action.action)].add(action) }
    actions = byName.values.sorted { $0.action < $1.action }
  }
}

extension RunCounts {
  /// What it adds to a baseline.
  package var baseline: Baseline {
    let sighting = Baseline.Sighting(day: day, commit: commit)
    let known = actions.map { name, counts in
      BaselineAction(
        action: name,
        steps: counts.steps,
        firstFailures: counts.firstFailures,
        recovered: counts.recovered,
        failed: counts.failed,
        causes: counts.causes.values.map { cause in
          KnownCause(
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

extension RecordReader {
  /// What the rows say of each action, run by run.
  ///
  /// - Parameter old: What is known already; its runs are not counted again.
  public func baseline(_ filter: RunFilter, onTopOf old: Baseline?) async -> (input: Input, baseline: Baseline) {
    var collector = RunCollector(filter, known: Set(old?.runs.map(\.id) ?? []))
    let input = await read(into: &collector)
    var baseline = old ?? Baseline()
    baseline.add(Baseline(collector.selected))
    return (input, baseline)
  }
}

/// A baseline as a page: the flakes that are known.
public enum BaselineFormat {
  private static let longestExample = 160

  public static func markdown(_ baseline: Baseline) -> String {
    let flaky = baseline.actions.filter { $0.firstFailures > 0 }.sorted {
      ($1.rate.share, $0.action) < ($0.rate.share, $1.action)
    }
    let days = baseline.runs.first.map { " of \($0.day) to \(baseline.runs.last?.day ?? $0.day)" } ?? ""
    var lines = [
      "### Known flakes", "",
      "\(baseline.runs.count.counted("run"))\(days). First attempts have failed in \(flaky.count) of \(baseline.actions.count.counted("action")).",
      "",
    ]
    for action in flaky {
      lines.append(
        "**\(action.action.printable.escapedForMarkdown)**: the first attempt failed in \(action.rate.text.escapedForMarkdown)."
      )
      lines += action.causes.map { cause in
        "- \(cause.steps)×, \(cause.first.day) to \(cause.last.day): "
          + cause.example.printable.truncated(to: longestExample).escapedForMarkdown
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}
