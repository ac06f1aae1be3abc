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
    cure: String = "",
    waitMs: Int64 = 0,
    taxMs: Int64 = 0
  ) -> Row {
    Row(
      version: 1,
      kind: kind,
      unit: "step",
      stepID: stepID,
      parentStepID: "",
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
      cause: outcome == "passed" ? "" : "condition",
      errorMessage: outcome == "passed" ? "" : "The success condition was false after 0.0 s.",
      reason: "",
      fixable: 0,
      bug: "",
      expires: "",
      startMs: 0,
      durationMs: taxMs,
      waitMs: waitMs,
      taxMs: taxMs
    )
  }
}
