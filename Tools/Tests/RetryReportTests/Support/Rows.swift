@testable import RetryReport

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
    startMs: Int64 = 0,
    durationMs: Int64? = nil,
    cure: String = "",
    waitMs: Int64 = 0,
    taxMs: Int64 = 0,
    unit: String = "step"
  ) -> Row {
    Row(
      version: 1,
      kind: kind,
      unit: unit,
      stepID: stepID,
      parentStepID: parentStepID,
      runID: runID,
      testName: test,
      suite: suite,
      action: action,
      file: "Tests/ShopTests/Steps.swift",
      line: 24,
      attempt: attempt,
      maxAttempts: maxAttempts,
      resets: resets,
      outcome: outcome,
      cure: cure,
      cause: cause ?? (outcome == "passed" ? "" : "condition"),
      errorMessage: outcome == "passed" ? "" : "The success condition was false after 0.0 s.",
      attachmentPaths: "",
      stoppedBy: "",
      errorType: "",
      innerAction: "",
      commit: "",
      branch: "",
      shard: "",
      systemVersion: "",
      reason: "",
      fixable: 0,
      bug: "",
      expires: "",
      startMs: startMs,
      durationMs: durationMs ?? taxMs,
      waitMs: waitMs,
      taxMs: taxMs
    )
  }
}

extension RowCollector {
  /// Collects the rows of one process, as the reader does.
  mutating func collect(_ rows: [Row]) {
    var open = OpenSteps()
    for row in rows { open.add(row, to: &self) }
    open.endOfInput(of: &self)
  }
}

extension Report {
  init(_ rows: [Row]) {
    var figures = FigureCollector()
    figures.collect(rows)
    self.init(input: Input(), figures: figures)
  }
}

extension RunCounts {
  /// The runs of these rows, the oldest first.
  static func all(_ rows: [Row], _ filter: RunFilter = RunFilter(), known: Set<String> = []) -> [RunCounts] {
    var runs = RunCollector(filter, known: known)
    runs.collect(rows)
    return runs.selected
  }
}
