/// The tests in the Common Test Report Format, <https://ctrf.io>.
///
/// Records know the steps of a test, not its result: a test without a result whose steps succeeded, stopped early or were
/// canceled counts as "other".
public enum CTRFFormat {
  private static let types = [
    "csv": "text/csv", "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "json": "application/json", "log": "text/plain", "md": "text/markdown", "png": "image/png", "txt": "text/plain",
    "xml": "application/xml",
  ]

  /// - Parameter timelines: The timelines of all tests.
  package static func render(_ report: Report, _ timelines: TestTimelines) throws -> String {
    let runs = report.figures.runs.keys
    let recorded = timelines.finished.sorted {
      ($0.test, $0.first.runID, $0.number) < ($1.test, $1.first.runID, $1.number)
    }
    let spans = recorded.map(\.span).filter { $0.lowerBound > 0 }
    let names = Set(recorded.map { TestName($0.first) })
    let others = report.results?.tests.filter { !names.contains($0.key) }.sorted { $0.key < $1.key } ?? []
    let outside = report.results?.failuresOutsideTests ?? []
    let tests =
      recorded.map { test -> Entry in
        let name = TestName(test.first)
        let cases = timelines.cases(
          of: name,
          hasFailed: test.failedForGood,
          cannotHavePassed: test.cannotHavePassed,
          in: report
        )
        let status = test.status(cases)
        return (status, test.isFlaky(status, cases), object(test, status, cases))
      }
      + others.map { entry($0, $1.outcome, $1.message, duration: $1.duration) }
      + outside.map { failure in
        let message = failure.message.isEmpty ? "The suite failed outside its tests." : failure.message
        return entry(TestName(suite: failure.suite, name: "outside tests"), .failed, message)
      }
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
          "other": tests.count { $0.status == .other },
          "flaky": tests.count(where: \.isFlaky),
          "start": spans.map(\.lowerBound).min() ?? 0,
          "stop": spans.map(\.upperBound).max() ?? 0,
        ] as JSONObject,
        "tests": tests.map(\.object),
      ] as JSONObject,
    ]
    return try document.sortedJSON()
  }

  private static func object(_ test: TestTimeline, _ status: Status, _ cases: TestResults.Cases?) -> JSONObject {
    let all = test.steps.sorted { ($0.row.startMs, $0.number) < ($1.row.startMs, $1.number) }
    let steps = all.filter { !$0.isWait }
    let attempts = steps.flatMap { step in step.attempts.map { (step, $0) } }
    // A step that recovered did not fail the test.
    let ended = all.filter { status == .failed ? $0.failsTest : $0.outcome != .passed }
    let last = ended.last(where: \.outcome.isFailure) ?? ended.last
    let message = [last?.attempts.last?.message, last?.row.message, cases?.message].compactMap(\.self)
    return [
      "name": test.first.testName.isEmpty ? "a test without a name" : test.first.testName,
      "suite": test.first.suite.isEmpty ? nil : [test.first.suite],
      "status": status.rawValue,
      "flaky": test.isFlaky(status, cases),
      "start": test.span.lowerBound,
      "stop": test.span.upperBound,
      "duration": test.span.upperBound - test.span.lowerBound,
      "message": status == .passed ? nil : message.first { !$0.isEmpty },
      "filePath": steps.first.flatMap { $0.row.file.isEmpty ? nil : $0.row.file },
      "retries": attempts.count,
      "retryAttempts": attempts.enumerated().map { object($1.1, of: $1.0, number: $0 + 1) },
      "steps": steps.map(object),
      "extra": ["run": test.first.runID, "commit": test.first.commit, "stepsLeftOut": test.omitted] as JSONObject,
    ]
  }

  /// A test that has no step.
  private static func entry(
    _ test: TestName,
    _ outcome: TestResults.Outcome,
    _ message: String,
    duration: Int64 = 0
  ) -> Entry {
    let (status, isFlaky) = (Status(outcome), outcome == .recovered)
    let object: JSONObject = [
      "name": test.name.isEmpty ? "a test without a name" : test.name,
      "suite": test.suite.isEmpty ? nil : [test.suite],
      "status": status.rawValue,
      "flaky": isFlaky,
      "duration": duration,
      "message": message.isEmpty ? nil : message,
      "retries": 0,
      "retryAttempts": [JSONObject](),
    ]
    return (status, isFlaky, object)
  }

  private static func object(_ attempt: Row, of step: Timeline, number: Int) -> JSONObject {
    [
      "attempt": number,
      "status": Status.failed.rawValue,
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
        "unit": step.row.subject.rawValue, "outcome": step.outcome.rawValue,
        "recoveredBy": step.row.recoveredBy?.rawValue, "attempts": step.row.attempt, "lostMs": step.taxMs,
        "durationMs": step.row.durationMs,
      ] as JSONObject,
    ]
  }
}

extension CTRFFormat {
  private typealias Entry = (status: Status, isFlaky: Bool, object: JSONObject)

  fileprivate enum Status: String {
    case passed, failed, skipped, other

    init(_ outcome: TestResults.Outcome) {
      self = outcome == .failed ? .failed : outcome == .skipped ? .skipped : .passed
    }

    init(_ outcome: Outcome) {
      self =
        outcome == .skipped ? .skipped : outcome.isNeutral ? .other : outcome.isFailure ? .failed : .passed
    }
  }
}

extension TestTimeline {
  /// The result of the test, or without one that of its outermost steps; a step within a failed attempt may fail.
  fileprivate func status(_ cases: TestResults.Cases?) -> CTRFFormat.Status {
    let own: CTRFFormat.Status = failedForGood ? .failed : outcomes.contains(.skipped) ? .skipped : .other
    guard let cases else { return own }
    // A test that ran in several processes may have been skipped in one of them.
    return cases.outcomes.contains(.skipped) && own == .skipped ? own : CTRFFormat.Status(cases.outcome)
  }

  fileprivate func isFlaky(_ status: CTRFFormat.Status, _ cases: TestResults.Cases?) -> Bool {
    [.passed, .other].contains(status)
      && (cases?.outcomes.contains(.recovered) == true || steps.contains { $0.outcome == .recovered })
  }
}

extension Timeline {
  fileprivate var status: CTRFFormat.Status { CTRFFormat.Status(outcome) }
}
