@testable import RetryReport
@testable import RunComparison

extension Row {
  static func sample(
    kind: String = "step",
    outcome: String = "passed",
    action: String = "Launch",
    attempt: Int = 1,
    maxAttempts: Int = 4,
    resets: Int = 0,
    suite: String = "ShopTests.SearchTests",
    test: String = "testSearch",
    runID: String = "run",
    stepID: String = "s1",
    parentStepID: String = "",
    cause: String? = nil,
    message: String? = nil,
    startMs: Int64 = 0,
    durationMs: Int64? = nil,
    cure: String = "",
    waitMs: Int64 = 0,
    taxMs: Int64 = 0,
    unit: String = "step",
    stoppedBy: String = "",
    file: String = "Tests/ShopTests/Steps.swift",
    line: Int = 24,
    shard: String = "",
    reason: String = "",
    expires: String = "",
    because: String? = nil,
    system: String = "",
    framework: String? = nil
  ) -> Row {
    Row(
      RowFields(
        version: 1,
        kind: RowKind(rawValue: kind),
        subject: kind == "wait" ? .wait : RowUnit(rawValue: unit) ?? .step,
        stepID: stepID,
        parentStepID: parentStepID,
        runID: runID,
        testName: test,
        suite: suite,
        action: action,
        file: file,
        line: line,
        shard: shard,
        system: system,
        architecture: "",
        startMs: startMs,
        attempt: attempt,
        maxAttempts: maxAttempts,
        resets: resets,
        outcome: Outcome(outcome, stoppedBy: stoppedBy),
        recoveredBy: Recovery(rawValue: cure),
        cause: cause ?? (outcome == "passed" ? "" : "condition"),
        errorMessage: message ?? (outcome == "passed" ? "" : "The success condition was false after 20 ms."),
        stoppedBy: stoppedBy,
        reason: reason,
        expires: expires,
        durationMs: durationMs ?? taxMs,
        waitMs: waitMs,
        taxMs: taxMs,
        because: because ?? "",
        framework: framework ?? ""
      )
    )
  }
}

extension Row {
  /// Steps of one action: `passes` that pass, and for each message in `failing` steps that fail once with it and recover.
  static func steps(
    _ action: String,
    passes: Int,
    failing: [String: Int],
    run: String,
    day: Int64 = 20_000
  ) -> [Row] {
    let startMs = day * 86_400_000
    let passed = (0..<passes).map { Row.sample(action: action, runID: run, stepID: "\(run)p\($0)", startMs: startMs) }
    let failed = failing.sorted { $0.key < $1.key }.flatMap { message, count in
      (0..<count).flatMap { number in
        flake("\(run)\(message)\(number)", of: message, at: startMs + Int64(number), action: action, run: run)
      }
    }
    return passed + failed
  }

  /// A step that fails once and recovers by retrying: the row of its first attempt, and its own.
  static func flake(
    _ id: String,
    of message: String,
    at startMs: Int64 = 0,
    action: String = "Launch",
    run: String = "run"
  ) -> [Row] {
    [("attempt", "failed", 1, ""), ("step", "recovered", 2, "retrying")].map { kind, outcome, attempt, cure in
      .sample(
        kind: kind,
        outcome: outcome,
        action: action,
        attempt: attempt,
        runID: run,
        stepID: id,
        cause: "error",
        message: message,
        startMs: startMs,
        cure: cure
      )
    }
  }
}

extension OpenSteps {
  /// Finishes the steps of one process, as the reader does.
  @discardableResult
  static func finish(_ rows: [Row], _ add: (Row, OpenStep) -> Void) -> [DeadProcess] {
    var open = OpenSteps()
    for row in rows { open.add(row, add) }
    return open.endOfInput(add).dead
  }
}

extension Report {
  init(_ rows: [Row]) {
    var figures = FigureCollector()
    var input = Input()
    input.dead = OpenSteps.finish(rows) { figures.add($0, of: $1) }
    self.init(input: input, figures: figures)
  }
}

extension TestTimelines {
  init(_ rows: [Row], keepsAll: Bool = false) {
    var tests = TestTimelines(keepsAll: keepsAll)
    OpenSteps.finish(rows) { tests.add($0, of: $1) }
    tests.endOfInput()
    self = tests
  }

  /// The timelines of all tests, in the order of the page.
  var all: [TestTimeline] { Array(shown(for: [], mostSteps: .max).joined()) }

  var steps: [Timeline] { all.flatMap(\.steps) }
}

extension FullReport {
  /// All that the page shows of these rows, without a comparison.
  init(_ rows: [Row]) {
    self.init(Report(rows), runs: RunCounts.of(rows), timelines: TestTimelines(rows))
  }
}

extension RunCounts {
  /// All of these rows, as if they were of one run.
  static func sum(_ rows: [Row]) -> RunCounts { RunCounts(of(rows)) }

  /// The runs of these rows, all of one process.
  static func of(_ rows: [Row]) -> [RunCounts] {
    var runs = RunCollector()
    OpenSteps.finish(rows) { runs.add($0, of: $1) }
    return runs.runs
  }
}

extension Comparison {
  static func of(
    _ rows: [Row],
    with baseline: Baseline = .tenRuns,
    level: Double = usualLevel,
    branch: ComparedBranch = .other
  ) throws -> Comparison {
    try Comparison(RunCounts.of(rows), with: baseline, level: level, branch: branch)
  }
}

extension Baseline {
  static func of(_ runs: [[Row]]) -> Baseline {
    Baseline(RunCounts.of(Array(runs.joined())))
  }

  /// Ten runs of 100 steps, of which 5 fail once.
  static var tenRuns: Baseline {
    of((1...10).map { Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "run \($0)", day: 20_000 + $0) })
  }
}
