/// A run of the tests, as its first row describes it.
struct RunOrigin: Sendable {
  let id: String
  /// The start of its first step, in milliseconds of Unix time; 0 if it is unknown.
  var startMs: Int64
  let commit: String
  var branch = ""
}

/// How bad something is: an action in one run, or a row of a table.
enum Mood: Int, Comparable, Sendable {
  case good, flaky, bad

  var word: String { ["passed", "recovered", "failed"][rawValue] }

  static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
}

/// How an action did in each run, and when it first and last needed a retry.
struct ActionHistory: Sendable {
  struct Sighting: Equatable, Sendable {
    let startMs: Int64
    let commit: String

    /// Such as `2026-12-04 (0de32d9)`.
    var text: String { "\(startMs.asDay)\(commit.isEmpty ? "" : " (\(commit.prefix(7)))")" }
  }

  /// The worst of each run.
  private(set) var moods: [String: Mood] = [:]
  private(set) var firstSeen: Sighting?
  private(set) var lastSeen: Sighting?

  mutating func add(_ mood: Mood, in run: String, startMs: Int64, commit: String) {
    if mood != .good, startMs.isDated {
      let sighting = Sighting(startMs: startMs, commit: commit)
      if startMs < firstSeen?.startMs ?? .max { firstSeen = sighting }
      if startMs > lastSeen?.startMs ?? .min { lastSeen = sighting }
    }
    moods[run] = max(moods[run] ?? mood, mood)
  }
}

/// The newest runs.
struct RunHistory: Sendable {
  static let most = 30

  /// The oldest first.
  private(set) var runs: [RunOrigin] = []

  mutating func add(_ more: [RunOrigin]) {
    runs = (runs + more).sorted { ($0.startMs, $0.id) < ($1.startMs, $1.id) }.suffix(Self.most)
  }

  /// How an action did in each of them; `nil` if it did not run.
  func moods(of action: ActionFigures) -> [Mood?] { runs.map { action.history.moods[$0.id] } }

  /// The same as text; ``Report/runsLegend`` explains it.
  func text(of action: ActionFigures) -> String {
    moods(of: action).map { $0.map { [".", "r", "F"][$0.rawValue] } ?? "-" }.joined()
  }
}
