package import Foundation
internal import RetryReport

/// The counts of first attempts that fail, and the known kinds of causes, of each action in the newest runs.
///
/// Its text is sorted, so that it can be committed and its changes can be read.
package struct Baseline: Equatable, Sendable {
  static let newestVersion = 5
  /// Version 4 lacks the steps that failed in the end, so its failed runs are shown as recovered ones.
  static let oldestVersion = 4
  /// The number of runs that are kept, the newest ones.
  package static let usualRuns = 50
  /// The number of runs with an alarm that are kept in addition.
  static let mostAlarmedRuns = 20

  /// The day and the commit on which something was seen.
  struct Sighting: Codable, Equatable, Sendable {
    /// Such as `2026-11-21`, in UTC.
    let day: String
    let commit: String
  }

  /// The parts of runs, the oldest first.
  var parts: [RunCounts] = []
  /// The alarms, the oldest first.
  var alarms: [Alarm] = []

  /// The reason why a file cannot be read as a baseline.
  package struct NotReadable: Error, CustomStringConvertible {
    package let description: String
    /// Whether a newer version of this program can read it.
    package var isNewer = false
  }

  /// - Parameter json: The text of ``json()``.
  package init(json: Data) throws(NotReadable) {
    struct Version: Decodable {
      let version: Int
    }
    let decoder = JSONDecoder()
    let version = (try? decoder.decode(Version.self, from: json))?.version ?? Self.newestVersion
    if version > Self.newestVersion {
      let limit =
        "the newest version that this program reads is \(Self.newestVersion). Use the retry-report that wrote it, or a newer one"
      throw NotReadable(description: "is a baseline of version \(version); \(limit)", isNewer: true)
    }
    let isOther = NotReadable(
      description: "is not a baseline; retry-report baseline <folder> --output <file> writes one"
    )
    // A report has a version too.
    if version < Self.oldestVersion { throw isOther }
    let table: BaselineTable
    do {
      table = try decoder.decode(BaselineTable.self, from: json)
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw NotReadable(description: "is a baseline with impossible values: \(context.debugDescription)")
    } catch {
      throw isOther
    }
    guard table.isPlausible else {
      throw NotReadable(description: "is a baseline with impossible values: columns, names or counts")
    }
    (parts, alarms) = (table.runs, table.alarms)
  }

  /// The baseline as text, the same for the same runs.
  package func json() throws -> String { try BaselineTable(self).sortedJSON() }

  /// The names of its runs, the oldest first.
  package var runs: [String] {
    var known: Set<String> = []
    return parts.map(\.id).filter { known.insert($0).inserted }
  }
}
