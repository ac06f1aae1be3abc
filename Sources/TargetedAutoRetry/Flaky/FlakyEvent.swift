extension NotWithheld {
  static let flakyScopeIsOver = Self(words: "its flaky scope has finished")
}

enum FlakyEvent: FeatureEvent {
  case runBegins(number: Int)
  case runFailed(FlakyTestReport)
  case testEnded(FlakyTestReport)
  case scopeExpired(Flakiness)

  var logLines: [String] {
    switch self {
    case .runBegins: return []
    case .runFailed(let run):
      guard run.runsAgain, let flakiness = run.flakiness else { return [] }
      return [
        "♻️♻️♻️ [FLAKY] test failed in a flaky scope (\(flakiness.text)). "
          + "Re-running: \(run.last.number) of \(run.last.maxAttempts - 1)."
      ]
    case .testEnded(let report): return [report.lastLine].compactMap { $0 }
    case .scopeExpired(let flakiness):
      return ["♻️♻️♻️⌛️ [FLAKY] The flaky scope has expired and holds nothing back (\(flakiness.expiry))"]
    }
  }

  var color: LineColor? {
    switch self {
    case .runBegins: nil
    case .runFailed, .scopeExpired: .yellow
    case .testEnded(let report): report.outcome.isSuccess ? .green : .red
    }
  }

  var isResult: Bool {
    switch self {
    case .runFailed, .testEnded: true
    case .runBegins, .scopeExpired: false
    }
  }

  var beginning: Int? {
    if case .runBegins(let number) = self { number } else { nil }
  }

  var isRecovery: Bool {
    if case .testEnded(let report) = self { report.outcome.cure != nil } else { false }
  }

  func record(of event: RetryEvent, by process: RecordingProcess) -> Record? {
    switch self {
    case .runBegins, .scopeExpired: return nil
    case .runFailed(let run): return Record(.attempt, run, in: event, by: process)
    case .testEnded(let report):
      var record = Record(.step, report, in: event, by: process)
      record.set("outcome", report.outcome.name)
      record.set("cure", report.outcome.cure?.rawValue ?? "")
      if report.outcome.abortion != nil { record.set("stopped_by", report.wasSkipped ? "skip" : "outside") }
      record.set("tax_ms", report.tax.milliseconds)
      return record
    }
  }
}

extension Record {
  fileprivate init(_ kind: Kind, _ report: FlakyTestReport, in event: RetryEvent, by process: RecordingProcess) {
    self.init(kind, report.last.number, since: report.start, in: event, by: process)
    set("max_attempts", report.last.maxAttempts)
    setCause(issue: report.cause)
    setFlakiness(report.flakiness)
    set("reason", report.flakiness?.reason ?? "")
    set("duration_ms", report.elapsed.milliseconds)
  }
}
