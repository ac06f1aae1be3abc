public import Foundation

/// The counts of first attempts that fail, and the known kinds of causes, of each action in the newest runs.
///
/// Its text is sorted, so that it can be committed and its changes can be read.
public struct Baseline: Equatable, Sendable {
  static let newestVersion = 4
  /// The number of runs that are kept, the newest ones.
  public static let usualRuns = 50
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
  /// The oldest first.
  var alarms: [Alarm] = []

  /// The reason why a file cannot be read as a baseline.
  public enum NotReadable: Error, Equatable, CustomStringConvertible {
    case foreign
    case newer(version: Int)
    case older(version: Int)
    case implausible(String)

    public var description: String {
      switch self {
      case .foreign: "is not a baseline; retry-report baseline <folder> --output <file> writes one"
      case .newer(let version):
        "is a baseline of version \(version); the newest version that this program reads is \(Baseline.newestVersion)"
      case .older(let version): "is a baseline of version \(version), which is no longer supported"
      case .implausible(let text): "is a baseline with impossible values: \(text)"
      }
    }
  }

  /// - Parameter json: The text of ``json()``.
  public init(json: Data) throws(NotReadable) {
    struct Version: Decodable {
      let version: Int
    }
    let decoder = JSONDecoder()
    if let version = (try? decoder.decode(Version.self, from: json))?.version, version != Self.newestVersion {
      throw version > Self.newestVersion ? .newer(version: version) : .older(version: version)
    }
    do {
      let table = try decoder.decode(BaselineTable.self, from: json)
      guard table.isPlausible else { throw NotReadable.implausible("columns, names or counts") }
      (parts, alarms) = (table.runs, table.alarms)
    } catch let error as NotReadable {
      throw error
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw .implausible(context.debugDescription)
    } catch {
      throw .foreign
    }
  }

  /// The baseline as text, the same for the same runs.
  public func json() throws -> String { try BaselineTable(self).sortedJSON() }

  /// The names of its runs, the oldest first.
  public var runs: [String] {
    var known: Set<String> = []
    return parts.map(\.id).filter { known.insert($0).inserted }
  }
}
