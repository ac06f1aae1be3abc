internal import Foundation

/// Counts the steps of the process, as the report does, for the lines at its end.
final class RunSummary: RetryEventSink {
  private struct Figures {
    var runs = 0
    var recovered = 0
    /// Those that did not succeed, except skips and cancellations.
    var failed = 0
    var tax = Duration.zero
    /// The place of the first that recovered or failed.
    var place = ""

    var troubled: Int { recovered + failed }

    mutating func add(_ outcome: StepOutcome, wasSkipped: Bool, _ tax: Duration, at place: String = "") {
      runs += 1
      self.tax += tax
      if outcome == .passed || wasSkipped { return }
      if troubled == 0 { self.place = place }
      if outcome == .recovered { recovered += 1 } else { failed += 1 }
    }

    func isWorse(than other: Figures) -> Bool {
      (failed, recovered, tax, runs) > (other.failed, other.recovered, other.tax, other.runs)
    }

    func sentence(_ noun: String) -> String? {
      let rest = failed == 0 ? "" : ", \(failed) failed for good"
      return troubled == 0 ? nil : "\(recovered) of \(runs.counted(noun)) recovered\(rest)."
    }
  }

  private struct State {
    var steps = Figures()
    /// The figures of the steps of each name; rehearsed steps are in none.
    var actions: [String: Figures] = [:]
    var waits: Set<String> = []
    var tests = Figures()
  }

  private let state = Locked(State())

  func receive(_ event: RetryEvent) {
    switch event.kind {
    case .finished(let report): add(report, wasSkipped: report.ending.abortion == .byCancellation)
    case .stopped(let report, by: let error): add(report, wasSkipped: StopError.matches(error))
    case .testEnded(let report):
      state.withLock { $0.tests.add(report.outcome, wasSkipped: report.wasSkipped, report.tax) }
    default: break
    }
  }

  private func add(_ report: StepReport, wasSkipped: Bool) {
    let step = report.step
    if step.burnIn > 0 || report.hasNotRun { return }
    state.withLock { state in
      if step.isWait { return _ = state.waits.insert(step.name) }
      var figures = state.actions[step.name] ?? Figures()
      if report.failedAttempts.first?.isRehearsal != true {
        figures.add(report.outcome, wasSkipped: wasSkipped, report.tax, at: step.callSite.place)
        state.steps.add(report.outcome, wasSkipped: wasSkipped, report.tax)
      }
      state.actions[step.name] = figures
    }
  }

  /// At most three lines for the end of the process, and the failure of a burn-in that proves nothing.
  ///
  /// - Parameter isQuiet: True for no line but that of a rehearsal that proves nothing.
  func end(of steering: Steering, hasRecords: Bool, isQuiet: Bool) -> (lines: [String], failures: [String]) {
    let folder = "set \(EnvironmentVariable.report.name) to a folder"
    let hint = line == nil || hasRecords ? nil : "♻️ For causes and rates \(folder), and run retry-report on it."
    let rehearsal = steering.rehearsal.flatMap { problem(of: .rehearse, $0.pattern, steering.rehearses) }
    let burnIn = steering.burnIn.flatMap { burnIn in problem(of: .burnIn, burnIn.name) { $0 == burnIn.name } }
    let lines = [isQuiet ? nil : line, isQuiet ? nil : hint, rehearsal.map { "♻️ \($0)" }].compactMap { $0 }
    return (lines, burnIn.map { ["error: \($0)"] } ?? [])
  }

  private var line: String? {
    let state = state.withLock { $0 }
    let worst = state.actions.sorted { $0.key < $1.key }.min { $0.value.isWorse(than: $1.value) }
    let sentences = [state.steps.sentence("step"), state.tests.sentence("flaky test")].compactMap { $0 }
    if sentences.isEmpty { return nil }
    let text = "♻️ " + sentences.joined(separator: " ")
    guard let (name, figures) = worst, figures.troubled > 0 else { return text }
    let times = "\(figures.troubled) of \(figures.runs.counted("time"))"
    return text + " Worst: \(name) (\(figures.place)), \(times), \(figures.tax.text)."
  }

  /// The problem of a variable for which no step ran; nil if none of another name did, as it may be in other processes.
  private func problem(of variable: EnvironmentVariable, _ text: String, _ matches: (String) -> Bool) -> String? {
    let (names, waits) = state.withLock { ($0.actions.keys.sorted(), $0.waits) }
    if names.contains(where: matches) { return nil }
    let isWait = waits.contains(where: matches)
    let nearest = text.nearest(in: names).map { "The nearest is \"\($0)\"." }
    guard let hint = isWait ? "It is a wait, which runs once." : nearest else { return nil }
    return "\(variable.name): no step \"\(text.onOneLine)\" ran. \(hint)"
  }
}
