/// What the rows of one run of the tests say of each action: what a baseline keeps, and what a comparison tells.
package struct RunFacts: Sendable {
  /// A cause in this run.
  package struct Cause: Sendable {
    let kind: CauseKind
    var steps = 0
    var attempts = 0
    let example: String
    var tests: Set<String> = []
    var places: Set<Place> = []
    var attachments: [Attachment] = []
  }

  /// An action in one test of this run.
  struct InTest: Equatable, Sendable {
    var steps = 0
    var firstFailures = 0
    var failed = 0

    var rate: Rate { Rate(count: firstFailures, total: steps) }
  }

  package struct Action: Sendable {
    var steps = 0
    var firstFailures = 0
    var recovered = 0
    var failed = 0
    var causes: [CauseKind: Cause] = [:]
    /// By the names of the tests.
    var tests: [String: InTest] = [:]

    init() {}

    /// - Parameter causes: In how many steps each kind of cause has come.
    package init(steps: Int, firstFailures: Int, causes: [CauseKind: Int]) {
      self.steps = steps
      self.firstFailures = firstFailures
      recovered = firstFailures
      for (kind, count) in causes where count > 0 {
        self.causes[kind] = Cause(kind: kind, steps: count, attempts: count, example: kind.text)
      }
    }
  }

  /// More tests, places and pictures of a cause than these tell nobody more.
  private static let mostDetails = 5

  let id: String
  /// When its first row was written, in milliseconds of Unix time.
  private(set) var startMs = Int64.max
  private(set) var commit = ""
  private(set) var actions: [String: Action] = [:]
  private var open: [String: Open] = [:]

  /// A step that is not over.
  private struct Open {
    let action: String
    let test: String
    var kinds: Set<CauseKind> = []
  }

  init(id: String) {
    self.id = id
  }

  /// Facts that come from elsewhere than rows.
  package init(id: String, startMs: Int64, actions: [String: Action]) {
    self.id = id
    self.startMs = startMs
    self.actions = actions
  }

  mutating func add(_ row: Row, _ kinds: inout CauseKinds) {
    guard row.subject == .step else { return }
    startMs = min(startMs, row.startMs)
    if commit.isEmpty { commit = row.commit }
    if row.isAttempt { add(attempt: row, &kinds) } else { add(step: row, &kinds) }
  }

  private mutating func add(attempt row: Row, _ kinds: inout CauseKinds) {
    if row.isRehearsed { return }
    let kind = kinds.kind(of: row)
    note(
      row,
      kind,
      isNewInStep: open[row.stepID, default: Open(action: row.action, test: row.test)].kinds.insert(kind).inserted
    )
  }

  private mutating func add(step row: Row, _ kinds: inout CauseKinds) {
    let had = open.removeValue(forKey: row.stepID)
    if row.isRehearsed || row.isSkipped { return }
    actions[row.action, default: Action()].count(row)
    // An error that is not retryable ends the step without a failed attempt.
    if had == nil, !row.cause.isEmpty { note(row, kinds.kind(of: row), isNewInStep: true) }
  }

  /// The file is over: what is open belongs to a process that died.
  mutating func endOfFile() {
    for step in open.values { actions[step.action, default: Action()].countDied(in: step.test) }
    open = [:]
  }

  private mutating func note(_ row: Row, _ kind: CauseKind, isNewInStep: Bool) {
    var cause = actions[row.action, default: Action()].causes[kind] ?? Cause(kind: kind, example: row.errorMessage)
    cause.attempts += 1
    if isNewInStep { cause.steps += 1 }
    if cause.tests.count < Self.mostDetails { cause.tests.insert(row.test) }
    if cause.places.count < Self.mostDetails { cause.places.insert(row.place) }
    if cause.attachments.count < Self.mostDetails { cause.attachments += row.attachments }
    actions[row.action, default: Action()].causes[kind] = cause
  }
}

extension RunFacts.Action {
  fileprivate mutating func count(_ row: Row) {
    steps += 1
    if !row.cause.isEmpty { firstFailures += 1 }
    let hasFailed: Bool
    switch row.ending {
    case .passed: hasFailed = false
    case .recovered: (hasFailed, recovered) = (false, recovered + 1)
    case .exhausted, .timedOut, .aborted: hasFailed = true
    }
    if hasFailed { failed += 1 }
    tests[row.test, default: RunFacts.InTest()].count(firstFailed: !row.cause.isEmpty, failed: hasFailed)
  }

  fileprivate mutating func countDied(in test: String) {
    steps += 1
    firstFailures += 1
    failed += 1
    tests[test, default: RunFacts.InTest()].count(firstFailed: true, failed: true)
  }
}

extension RunFacts.InTest {
  fileprivate mutating func count(firstFailed: Bool, failed hasFailed: Bool) {
    steps += 1
    if firstFailed { firstFailures += 1 }
    if hasFailed { failed += 1 }
  }
}
