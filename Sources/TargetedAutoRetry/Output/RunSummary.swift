internal import Foundation

/// Counts the steps of the process, as the report does, for the lines at its end.
final class RunSummary: RetryEventSink {
  private struct Figures {
    var runs = 0
    var recovered = 0
    /// True if one was not over after its first attempt.
    var wasRetried = false
    var tax = Duration.zero
    /// The place of the first that recovered.
    var place = ""

    mutating func add(_ outcome: StepOutcome, attempts: Int, _ tax: Duration, at place: String = "") {
      runs += 1
      if attempts > 1 { wasRetried = true }
      guard outcome == .recovered else { return }
      self.tax += tax
      if recovered == 0 { self.place = place }
      recovered += 1
    }

    func isWorse(than other: Figures) -> Bool {
      (recovered, tax, runs) > (other.recovered, other.tax, other.runs)
    }

    func text(_ noun: String) -> String? { wasRetried ? "\(recovered) of \(runs.counted(noun)) recovered" : nil }
  }

  private struct State {
    var steps = Figures()
    /// The figures of the steps of each name; rehearsed steps are in none.
    var actions: [String: Figures] = [:]
    var waits: Set<String> = []
    var tests = Figures()
    /// The first step that failed each test.
    var failures: [String] = []
    var failedTests: Set<String> = []
  }

  private let state = Locked(State())

  func receive(_ event: RetryEvent) {
    switch event.kind {
    case .finished(let report), .stopped(let report, by: _): add(report)
    case .testEnded(let report):
      state.withLock { $0.tests.add(report.outcome, attempts: report.last.number, report.tax) }
    case .testFailed(by: let step):
      state.withLock { if $0.failedTests.insert(event.test?.id ?? step).inserted { $0.failures.append(step) } }
    default: break
    }
  }

  private func add(_ report: StepReport) {
    let step = report.step
    if step.burnIn > 0 || report.hasNotRun { return }
    state.withLock { state in
      if step.isWait { return _ = state.waits.insert(step.name) }
      var figures = state.actions[step.name] ?? Figures()
      if report.failedAttempts.first?.isRehearsal != true {
        figures.add(report.outcome, attempts: report.attempts, report.tax, at: step.callSite.place)
        state.steps.add(report.outcome, attempts: report.attempts, report.tax)
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
    let recoveries = [state.steps.text("step"), state.tests.text("flaky test")].compactMap { $0 }
    if recoveries.isEmpty, state.failures.isEmpty { return nil }
    let names = state.failures.prefix(3).joined(separator: ", ") + (state.failures.count > 3 ? ", …" : "")
    let failures = state.failures.isEmpty ? [] : ["\(state.failures.count.counted("test")) failed by a step: \(names)"]
    let text = "♻️ \((failures + recoveries).joined(separator: "; "))."
    guard let (name, figures) = worst, figures.recovered > 0 else { return text }
    let times = "\(figures.recovered) of \(figures.runs.counted("time"))"
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
