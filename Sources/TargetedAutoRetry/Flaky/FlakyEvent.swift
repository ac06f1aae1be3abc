extension NotWithheld {
  static let flakyScopeIsOver = Self(words: "its flaky scope has finished")
}

enum FlakyEvent: FeatureEvent {
  case progress(TestProgress)
  case scopeExpired(Flakiness)
  case scopeIsInStep(String)

  var logLines: [LogLine] {
    switch self {
    case .progress(.runBegins): return []
    case .progress(.runFailed(let run)):
      guard run.runsAgain, let flakiness = run.flakiness else { return [] }
      let count = "\(run.last.number) of \(run.last.maxAttempts - 1)"
      return [
        LogLine(.yellow, "♻️♻️♻️ [FLAKY] test failed in a flaky scope (\(flakiness.text)). Re-running: \(count).")
      ]
    case .progress(.testEnded(let report)): return [report.lastLine].compactMap { $0 }
    case .scopeExpired(let flakiness):
      let text = "The flaky scope has expired and no longer holds issues back (\(flakiness.expiry))"
      return [LogLine(.yellow, "♻️♻️♻️⌛️ [FLAKY] \(text)")]
    case .scopeIsInStep(let step):
      let text = "A flaky scope inside the step \(step) runs nothing again: put the step into the scope."
      return [LogLine(nil, "♻️♻️♻️💡 [HINT] \(text)")]
    }
  }

  var progress: TestProgress? {
    if case .progress(let progress) = self { progress } else { nil }
  }
}

extension TestReport {
  fileprivate var lastLine: LogLine? {
    if stop != nil { return nil }
    if last.retry == 0 {
      guard outcome.abortion != nil, let place = cause?.split(separator: ": ").first else { return nil }
      let advice = "What depends on a scope belongs in it"
      return LogLine(.red, "♻️♻️♻️❌ [FLAKY] not run again: \(place) failed outside the flaky scopes. \(advice).")
    }
    if outcome.isSuccess { return LogLine(.green, "♻️♻️♻️✅ [FLAKY] passed on re-run \(last.retry)") }
    let runs = runsOfCause.count > 1 ? " (\(runsOfCause.counted("run")))" : ""
    let scope = scope.isEmpty ? "" : ", \(scope)"
    return LogLine(.red, "♻️♻️♻️❌ [FLAKY] failed on re-run \(last.retry)\(runs)\(scope)")
  }
}
