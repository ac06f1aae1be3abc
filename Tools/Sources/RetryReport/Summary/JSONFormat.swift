internal import Foundation

/// The summary for machines; its keys are stable.
public enum JSONFormat {
  static let version = 1

  public static func render(_ report: Report) throws -> String {
    try Summary(
      version: version,
      files: report.input.files,
      rows: report.input.rows,
      skipped: report.input.skipped,
      runs: report.runCount,
      steps: report.steps(\.runs),
      recovered: report.steps(\.recovered),
      exhausted: report.steps(\.exhausted),
      flakeRate: report.flakeRate,
      lostMs: report.lostMs,
      outermostMs: report.outermostMs,
      rehearsed: report.rehearsed,
      actions: report.actions.map(ActionEntry.init)
    )
    .sortedJSON()
  }

  private struct Summary: Encodable {
    let version: Int
    let files: Int
    let rows: Int
    let skipped: SkippedLines
    let runs: Int
    let steps: Int
    let recovered: Int
    let exhausted: Int
    let flakeRate: Double
    let lostMs: Int64
    let outermostMs: Int64
    let rehearsed: Int
    let actions: [ActionEntry]
  }

  private struct ActionEntry: Encodable {
    let unit: String
    let action: String
    let runs: Int
    let passed: Int
    let recovered: Int
    let exhausted: Int
    let timedOut: Int
    let aborted: Int
    let skipped: Int
    let died: Int
    let flakeRate: Double
    let cures: [String: Int]
    let taxMs: Int64
    let waitMs: Int64
    let durationMs: Int64
    let firstError: String
    let file: String
    let line: Int

    init(_ figures: ActionFigures) {
      (unit, action) = (figures.unit.rawValue, figures.action)
      (runs, passed, recovered, exhausted) = (figures.runs, figures.passed, figures.recovered, figures.exhausted)
      (timedOut, aborted, skipped, died) = (figures.timedOut, figures.aborted, figures.skipped, figures.died)
      flakeRate = figures.flakeRate
      cures = Dictionary(uniqueKeysWithValues: Cure.allCases.map { ($0.rawValue, figures.cures[$0] ?? 0) })
      (taxMs, waitMs, durationMs) = (figures.taxMs, figures.waitMs, figures.durationMs)
      firstError = figures.firstFailure?.message ?? ""
      file = figures.firstFailure?.place.file ?? ""
      line = figures.firstFailure?.place.line ?? 0
    }
  }
}

/// The tests that ran again, as Retryable writes them to `retryable-retries.json`.
///
/// Retryable writes a test when its re-run begins; here the re-run has ended.
public enum RetryableFormat {
  public static func render(_ report: Report) throws -> String {
    try File(retries: report.rerunTests.map(Retry.init)).sortedJSON()
  }

  private struct File: Encodable {
    let retries: [Retry]
  }

  private struct Retry: Encodable {
    let name: String
    let maxRetriesAllowed: Int
    let attemptedRetries: Int
    let reason: String
    let fixable: Bool

    init(_ test: RerunTest) {
      (name, maxRetriesAllowed, attemptedRetries) = (test.name, test.maxReruns, test.reruns)
      (reason, fixable) = (test.reason, test.isFixable)
    }
  }
}
