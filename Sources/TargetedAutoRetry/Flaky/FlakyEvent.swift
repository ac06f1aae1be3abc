extension NotWithheld {
  static let flakyScopeIsOver = Self(words: "its flaky scope has finished")
}

enum FlakyEvent: FeatureEvent {
  case progress(TestProgress)
  case scopeExpired(Flakiness)

  var logLines: [String] {
    switch self {
    case .progress(.runBegins): return []
    case .progress(.runFailed(let run)):
      guard run.runsAgain, let flakiness = run.flakiness else { return [] }
      return [
        "♻️♻️♻️ [FLAKY] test failed in a flaky scope (\(flakiness.text)). "
          + "Re-running: \(run.last.number) of \(run.last.maxAttempts - 1)."
      ]
    case .progress(.testEnded(let report)): return [report.lastLine].compactMap { $0 }
    case .scopeExpired(let flakiness):
      return ["♻️♻️♻️⌛️ [FLAKY] The flaky scope has expired and holds nothing back (\(flakiness.expiry))"]
    }
  }

  var color: LineColor? {
    switch self {
    case .progress(.runBegins): nil
    case .progress(.runFailed), .scopeExpired: .yellow
    case .progress(.testEnded(let report)): report.outcome.isSuccess ? .green : .red
    }
  }

  var isResult: Bool {
    switch self {
    case .progress(.runFailed), .progress(.testEnded): true
    case .progress(.runBegins), .scopeExpired: false
    }
  }

  var progress: TestProgress? {
    if case .progress(let progress) = self { progress } else { nil }
  }
}

extension TestReport {
  fileprivate var lastLine: String? {
    if last.retry == 0 || wasSkipped { return nil }
    if outcome.isSuccess { return "♻️♻️♻️✅ [FLAKY] passed on re-run \(last.retry)" }
    let runs = runsOfCause.count > 1 ? " (\(runsOfCause.counted("run")))" : ""
    return "♻️♻️♻️❌ [FLAKY] failed on re-run \(last.retry)\(runs)"
  }
}
