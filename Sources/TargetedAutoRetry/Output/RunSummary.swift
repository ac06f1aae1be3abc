internal import Foundation

final class RunSummary: RetryEventSink {
  private struct State {
    var recovered: [String] = []
    var firstFailures: [String] = []
    var failedTests: Set<String> = []
    // `AUTO_RETRY_REHEARSE` must match one of these, or its pattern is reported as useless.
    var names: Set<String> = []
  }

  private let state = Locked(State())

  func receive(_ event: RetryEvent) {
    switch event.kind {
    case .finished(let report), .stopped(let report, by: _): add(report)
    case .testEnded(let report) where report.outcome.cure != nil:
      state.withLock { $0.recovered.append(event.name) }
    case .testFailed(by: let step):
      state.withLock { if $0.failedTests.insert(event.test?.id ?? step).inserted { $0.firstFailures.append(step) } }
    default: break
    }
  }

  private func add(_ report: StepReport) {
    let step = report.step
    state.withLock { state in
      if !step.isWait { state.names.insert(step.name) }
      // A step whose first attempt was forced to fail is not flaky.
      if report.outcome.cure != nil, report.failedAttempts.first?.isRehearsal != true {
        state.recovered.append(step.nameAndPlace)
      }
    }
  }

  // Even a quiet run prints that `AUTO_RETRY_REHEARSE` matched no step.
  func lines(of steering: Steering, records: String?, isQuiet: Bool) -> [String] {
    let state = state.withLock { $0 }
    var lines: [String] = []
    if !isQuiet {
      let count = state.firstFailures.count
      if count > 0 {
        lines.append("♻️ \(count.counted("test")) failed because of a step: \(state.firstFailures.listed)")
      }
      if !state.recovered.isEmpty {
        lines.append("♻️ \(state.recovered.count.counted("step")) recovered: \(state.recovered.listed)")
      }
      if let records, !lines.isEmpty { lines.append("♻️ To see them: retry-report \"\(records)\"") }
    }
    if let pattern = steering.rehearsal?.pattern, !state.names.isEmpty, !state.names.contains(where: steering.rehearses)
    {
      lines.append("♻️ \(EnvironmentVariable.rehearse.name): no step \"\(pattern.onOneLine)\" ran.")
    }
    return lines
  }
}

extension [String] {
  fileprivate var listed: String {
    let distinct: [String] = reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return distinct.prefix(3).joined(separator: ", ") + (distinct.count > 3 ? ", …" : "") + "."
  }
}
