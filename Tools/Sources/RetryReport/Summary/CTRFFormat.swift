/// The tests in the Common Test Report Format, <https://ctrf.io>.
///
/// Records know the steps of a test, not its result: a test whose steps succeeded counts as passed.
public enum CTRFFormat {
  private static let types = [
    "csv": "text/csv", "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "json": "application/json", "log": "text/plain", "md": "text/markdown", "png": "image/png", "txt": "text/plain",
    "xml": "application/xml",
  ]

  /// - Parameter timelines: The timelines of all tests.
  package static func render(_ report: Report, _ timelines: TestTimelines) throws -> String {
    let tests = timelines.finished.sorted {
      ($0.test, $0.first.runID, $0.number) < ($1.test, $1.first.runID, $1.number)
    }
    let spans = tests.map(\.span).filter { $0.lowerBound > 0 }
    let runs = report.figures.runs.keys
    let document: JSONObject = [
      "reportFormat": "CTRF",
      "specVersion": "0.0.0",
      "generatedBy": "retry-report",
      "runId": runs.count == 1 ? runs.first.flatMap { $0.isEmpty ? nil : $0 } : nil,
      "results": [
        "tool": ["name": "TargetedAutoRetry"] as JSONObject,
        "summary": [
          "tests": tests.count,
          "passed": tests.count { $0.status == .passed },
          "failed": tests.count { $0.status == .failed },
          "skipped": tests.count { $0.status == .skipped },
          "pending": 0,
          "other": 0,
          "flaky": tests.count(where: \.isFlaky),
          "start": spans.map(\.lowerBound).min() ?? 0,
          "stop": spans.map(\.upperBound).max() ?? 0,
        ] as JSONObject,
        "tests": tests.map(object),
      ] as JSONObject,
    ]
    return try document.sortedJSON()
  }

  private static func object(_ test: TestTimeline) -> JSONObject {
    let steps = test.steps.filter { !$0.isWait }.sorted { ($0.row.startMs, $0.number) < ($1.row.startMs, $1.number) }
    let attempts = steps.flatMap { step in step.attempts.map { (step, $0) } }
    return [
      "name": test.first.testName.isEmpty ? "a test without a name" : test.first.testName,
      "suite": test.first.suite.isEmpty ? nil : [test.first.suite],
      "status": test.status.rawValue,
      "flaky": test.isFlaky,
      "start": test.span.lowerBound,
      "stop": test.span.upperBound,
      "duration": test.span.upperBound - test.span.lowerBound,
      "message": test.status == .passed ? nil : attempts.last?.1.message,
      "filePath": steps.first.flatMap { $0.row.file.isEmpty ? nil : $0.row.file },
      "retries": attempts.count,
      "retryAttempts": attempts.enumerated().map { object($1.1, of: $1.0, number: $0 + 1) },
      "steps": steps.map(object),
      "extra": ["run": test.first.runID, "commit": test.first.commit, "stepsLeftOut": test.omitted] as JSONObject,
    ]
  }

  private static func object(_ attempt: Row, of step: Timeline, number: Int) -> JSONObject {
    [
      "attempt": number,
      "status": TestTimeline.Status.failed.rawValue,
      "start": attempt.startMs,
      "stop": attempt.endMs,
      "duration": attempt.durationMs,
      "message": attempt.message,
      "line": step.row.line,
      "attachments": attempt.attachments.map(object),
      "extra": ["step": step.row.action, "attemptOfStep": attempt.attempt] as JSONObject,
    ]
  }

  private static func object(_ file: Attachment) -> JSONObject {
    let type = file.name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
    return ["name": file.name, "contentType": type ?? "application/octet-stream", "path": file.fullPath]
  }

  private static func object(_ step: Timeline) -> JSONObject {
    [
      "name": step.row.action,
      "status": step.status.rawValue,
      "extra": [
        "unit": step.row.subject.rawValue, "outcome": step.outcome?.rawValue ?? "died",
        "recoveredBy": step.row.recoveredBy?.rawValue, "attempts": step.row.attempt, "lostMs": step.taxMs,
        "durationMs": step.row.durationMs,
      ] as JSONObject,
    ]
  }
}

extension TestTimeline {
  fileprivate enum Status: String {
    case passed, failed, skipped
  }

  /// That of the outermost steps; a step within a failed attempt may fail.
  fileprivate var status: Status {
    let outermost = steps.filter { $0.row.isOutermost && !$0.isWait }.map(\.status)
    return outermost.contains(.failed) || failedForGood && !outermost.contains(.skipped)
      ? .failed : outermost.contains(.skipped) ? .skipped : .passed
  }

  fileprivate var isFlaky: Bool { status == .passed && steps.contains { $0.outcome == .recovered } }
}

extension Timeline {
  fileprivate var status: TestTimeline.Status {
    switch outcome {
    case .passed, .recovered: .passed
    case .skipped, .canceled, .stopped: .skipped
    case .exhausted, .timedOut, .aborted, nil: .failed
    }
  }
}
