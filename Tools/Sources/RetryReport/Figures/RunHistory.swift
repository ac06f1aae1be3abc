/// A run of the tests, as one of its rows describes it.
struct RunOrigin: Sendable {
  let id: String
  /// The start of its first step or of one that is shown, in milliseconds of Unix time; 0 if it is unknown.
  var startMs: Int64
  let commit: String
  var branch = ""

  /// Such as `2026-12-04 (0de32d9)`.
  var text: String { "\(startMs.asDay)\(commit.isEmpty ? "" : " (\(commit.prefix(7)))")" }
}

extension RunOrigin {
  init(_ row: Row) {
    self.init(id: row.runID, startMs: row.startMs, commit: row.commit, branch: row.branch)
  }
}

/// How an action did in each run, and when it first and last needed a retry.
struct ActionHistory: Sendable {
  /// The worst mood in each run.
  private(set) var moods: [String: Mood] = [:]
  /// The steps that did not pass at the first attempt, of all in each run.
  private(set) var troubles: [String: Rate] = [:]
  private(set) var firstSeen: RunOrigin?
  private(set) var lastSeen: RunOrigin?

  /// - Parameters:
  ///   - mood: That of a step, or the worst of several.
  ///   - trouble: The steps that did not pass at the first attempt; `nil` if it is one step.
  mutating func add(_ mood: Mood, in run: RunOrigin, _ trouble: Rate? = nil) {
    troubles[run.id, default: .zero] += trouble ?? Rate(count: mood.isTrouble ? 1 : 0, total: 1)
    if mood.isTrouble, run.startMs.isDated {
      if run.startMs < firstSeen?.startMs ?? .max { firstSeen = run }
      if run.startMs > lastSeen?.startMs ?? .min { lastSeen = run }
    }
    moods[run.id] = max(moods[run.id] ?? mood, mood)
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

  /// The share of its steps that did not pass at the first attempt in each run, 0 to 1; 0 if it did not run.
  func troubles(of action: ActionFigures) -> [Double] { runs.map { action.history.troubles[$0.id]?.share ?? 0 } }

  /// The letters of ``moods(of:)`` as text; ``Report/runsLegend`` explains it.
  func text(of action: ActionFigures) -> String {
    moods(of: action).map { $0?.letter ?? "-" }.joined()
  }
}
