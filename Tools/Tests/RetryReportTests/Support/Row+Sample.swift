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
