internal import Foundation

/// Collects what was retried in the process, for the lines at its end.
final class RunSummary: RetryEventSink {
  private struct State {
    /// The steps that recovered, each with its place.
    var recovered: [String] = []
    /// The first step that failed each test, with its place.
    var failures: [String] = []
    var failedTests: Set<String> = []
    /// The names of all steps but waits, for a rehearsal that matches none.
    var names: Set<String> = []
  }

  private let state = Locked(State())

  func receive(_ event: RetryEvent) {
    switch event.kind {
    case .finished(let report), .stopped(let report, by: _): add(report)
    case .testEnded(let report) where report.outcome.cure != nil:
      state.withLock { $0.recovered.append(event.name) }
    case .testFailed(by: let step):
      state.withLock { if $0.failedTests.insert(event.test?.id ?? step).inserted { $0.failures.append(step) } }
    default: break
    }
  }

  private func add(_ report: StepReport) {
    let step = report.step
    state.withLock { state in
      if !step.isWait { state.names.insert(step.name) }
      // A step that only recovered from its rehearsal is not flaky.
      if report.outcome.cure != nil, report.failedAttempts.first?.isRehearsal != true {
        state.recovered.append(step.nameAndPlace)
      }
    }
  }

  /// The lines for the end of the process.
  ///
  /// - Parameters:
  ///   - records: The folder of the records, if there is one.
  ///   - isQuiet: Whether to print only that a rehearsal matched no step.
  func lines(of steering: Steering, records: String?, isQuiet: Bool) -> [String] {
    let state = state.withLock { $0 }
    var lines: [String] = []
    if !isQuiet {
      let count = state.failures.count
      if count > 0 {
        lines.append("♻️ \(count.counted("test")) failed because of a step: \(state.failures.listed)")
      }
      if !state.recovered.isEmpty {
        lines.append("♻️ \(state.recovered.count.counted("step")) recovered: \(state.recovered.listed)")
      }
      if let records, !lines.isEmpty { lines.append("♻️ To see them: retry-report \"\(records)\"") }
    }
    if let pattern = steering.rehearsal?.pattern, !state.names.isEmpty, !state.names.contains(where: steering.rehearses) {
      lines.append("♻️ \(EnvironmentVariable.rehearse.name): no step \"\(pattern.onOneLine)\" ran.")
    }
    return lines
  }
}

extension [String] {
  /// The distinct ones, at most three.
  fileprivate var listed: String {
    let distinct: [String] = reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return distinct.prefix(3).joined(separator: ", ") + (distinct.count > 3 ? ", …" : "") + "."
  }
}
