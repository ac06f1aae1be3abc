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
      lostRows: report.input.lostRows,
      runs: report.runCount,
      steps: report.steps(\.runs),
      recovered: report.steps(\.recovered),
      exhausted: report.steps(\.exhausted),
      flakeRate: report.flakeRate,
      lostMs: report.lostMs,
      outermostMs: report.outermostMs,
      rehearsed: report.rehearsed,
      actions: report.actions.map(ActionEntry.init),
      waits: report.waits.map(WaitEntry.init),
      burnIns: report.burnIns.map(BurnInEntry.init)
    )
    .sortedJSON()
  }

  private struct Summary: Encodable {
    let version: Int
    let files: Int
    let rows: Int
    let skipped: SkippedLines
    let lostRows: Int
    let runs: Int
    let steps: Int
    let recovered: Int
    let exhausted: Int
    let flakeRate: Double
    let lostMs: Int64
    let outermostMs: Int64
    let rehearsed: Int
    let actions: [ActionEntry]
    let waits: [WaitEntry]
    let burnIns: [BurnInEntry]
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
    let doneAlready: Int
    let firstError: String
    let file: String
    let line: Int
    let excuses: [ExcuseEntry]
    let devices: [DeviceEntry]
    /// The devices on which it fails more often; empty where no difference is sure.
    let flakierOn: String

    init(_ figures: ActionFigures) {
      (unit, action) = (figures.unit.rawValue, figures.action)
      (runs, passed, recovered, exhausted) = (figures.runs, figures.passed, figures.recovered, figures.exhausted)
      (timedOut, aborted, skipped, died) = (figures.timedOut, figures.aborted, figures.skipped, figures.died)
      flakeRate = figures.flakeRate
      cures = Dictionary(uniqueKeysWithValues: Cure.allCases.map { ($0.rawValue, figures.cures[$0] ?? 0) })
      (taxMs, waitMs, durationMs) = (figures.taxMs, figures.waitMs, figures.durationMs)
      doneAlready = figures.doneAlready
      firstError = figures.firstFailure?.message ?? ""
      file = figures.firstFailure?.place.file ?? ""
      line = figures.firstFailure?.place.line ?? 0
      excuses = figures.excuses.all.map(ExcuseEntry.init)
      devices = figures.devices.sorted.map(DeviceEntry.init)
      flakierOn = figures.devices.difference?.devices ?? ""
    }
  }

  private struct DeviceEntry: Encodable {
    /// Empty where it is not known.
    let device: String
    let steps: Int
    let firstFailures: Int

    init(_ device: String, _ rate: Rate) {
      (self.device, steps, firstFailures) = (device, rate.total, rate.count)
    }
  }

  private struct ExcuseEntry: Encodable {
    let because: String
    let fixable: Bool
    let bug: String
    let expires: String
    let file: String
    let line: Int

    init(_ excuse: Excuse) {
      (because, fixable, bug, expires) = (excuse.reason, excuse.isFixable, excuse.bug, excuse.expires)
      (file, line) = (excuse.place.file, excuse.place.line)
    }
  }

  private struct WaitEntry: Encodable {
    let name: String
    let file: String
    let line: Int
    let waits: Int
    let passed: Int
    let ranOut: Int
    let aborted: Int
    /// Of those that came true; 0 without them.
    let p50Ms: Int64
    let p95Ms: Int64
    /// The largest; 0 where none is known.
    let limitMs: Int64
    let shareOfLimit: Double
    let firstError: String

    init(_ figures: WaitFigures) {
      name = figures.name
      file = figures.place.file
      line = figures.place.line
      (waits, passed, ranOut, aborted) = (figures.total, figures.passed, figures.timedOut, figures.aborted)
      (p50Ms, p95Ms) = (figures.durations.percentile(50) ?? 0, figures.durations.percentile(95) ?? 0)
      (limitMs, shareOfLimit) = (figures.limits?.upperBound ?? 0, figures.shareOfLimit ?? 0)
      firstError = figures.failures.first?.message ?? ""
    }
  }

  private struct BurnInEntry: Encodable {
    let name: String
    let file: String
    let line: Int
    let runs: Int
    let passed: Int
    let failureRate: Double
    /// The bounds of the rate, with 95 % confidence.
    let low: Double
    let high: Double
    let result: String
    let causes: [Cause]

    struct Cause: Encodable {
      let kind: String
      let example: String
      let count: Int
    }

    init(_ figures: BurnInFigures) {
      (name, file, line) = (figures.call.action, figures.call.place.file, figures.call.place.line)
      (runs, passed, failureRate) = (figures.runs, figures.passed, figures.rate.share)
      (low, high) = figures.bounds
      result = figures.sentence
      causes = figures.causes.map { Cause(kind: $0.kind.text, example: $0.example, count: $0.count) }
    }
  }
}
