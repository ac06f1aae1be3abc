public import Foundation

/// The known rates of first attempts that fail, and the known kinds of causes, of each action.
///
/// It is small enough to be kept beside the tests, and sorted, so that a change of it can be read.
public struct Baseline: Codable, Equatable, Sendable {
  static let newestVersion = 1

  /// The day and the commit on which something was seen.
  struct Sighting: Codable, Equatable, Sendable {
    /// Such as `2026-11-21`, in UTC.
    let day: String
    let commit: String
  }

  /// A run of the tests that is counted.
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
  /// The reason why a file is no baseline.
  public struct NotReadable: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter json: The text of ``json()``.
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

  /// The baseline as text, the same for the same runs.
  public func json() throws -> String { try sortedJSON() }

  /// The number of kinds of causes of an action; the rarest are left out.
  static let mostCauses = 50

  package init(_ runs: [RunCounts]) {
    for run in runs { add(run.baseline) }
  }

  /// Adds other runs; the caller leaves out those that it has already.
  package mutating func add(_ other: Baseline) {
    runs += other.runs
    runs.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    var byName = Dictionary(uniqueKeysWithValues: actions.map { ($0.action, $0) })
    for action in other.actions { byName[action.action, default: BaselineAction(action: action.action)].add(action) }
    actions = byName.values.sorted { $0.action < $1.action }
  }
}

extension RunCounts {
  /// A baseline of this run alone.
  package var baseline: Baseline {
    let sighting = Baseline.Sighting(day: day, commit: commit)
    let known = actions.map { name, counts in
      BaselineAction(
        action: name,
        steps: counts.steps,
        firstFailures: counts.firstFailures,
        recovered: counts.recovered,
        failed: counts.failed,
        causes: counts.causes.values.map { KnownCause($0, sighting) }
      )
    }
    return Baseline(runs: [Baseline.Run(id: id, day: day, commit: commit)], actions: known)
  }
}

extension RecordReader {
  /// The baseline of all runs.
  ///
  /// - Parameter old: A baseline to add to; its runs are not counted again.
  public func baseline(_ filter: RunFilter, onTopOf old: Baseline?) async -> (input: Input, baseline: Baseline) {
    var collector = RunCollector(filter, known: Set(old?.runs.map(\.id) ?? []))
    let input = await read(into: &collector)
    var baseline = old ?? Baseline()
    baseline.add(Baseline(collector.selected))
    return (input, baseline)
  }
}

/// The flakes of a baseline as a page.
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
