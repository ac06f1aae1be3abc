/// Counts the steps of the process, as the report does, for the lines at its end.
final class RunSummary: RetryEventSink {
  private struct Figures {
    var runs = 0
    var recovered = 0
    /// Those that did not succeed, except skips and cancellations.
    var failed = 0
    /// The time on all but the attempts that succeeded.
    var tax = Duration.zero
    /// The place of the first that recovered or failed.
    var place = ""

    var troubled: Int { recovered + failed }

    mutating func add(_ outcome: StepOutcome, wasSkipped: Bool, _ tax: Duration, at place: String) {
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
    var actions: [String: Figures] = [:]
    var tests = Figures()
    /// The names of all steps, rehearsed ones included.
    var names: Set<String> = []
  }

  private let steering: Steering
  private let isSilent: Bool
  private let hasRecords: Bool
  private let state = Locked(State())

  init(_ steering: Steering, isSilent: Bool, hasRecords: Bool) {
    self.steering = steering
    self.isSilent = isSilent
    self.hasRecords = hasRecords
  }

  func receive(_ event: RetryEvent) {
    switch event.kind {
    case .finished(let report): add(report, wasSkipped: report.ending.abortion == .byCancellation)
    case .stopped(let report, by: let error): add(report, wasSkipped: StopError.matches(error))
    case .testEnded(let report):
      let wasSkipped = report.ending == .skipped
      state.withLock { $0.tests.add(report.outcome, wasSkipped: wasSkipped, report.tax, at: "") }
    default: break
    }
  }

  private func add(_ report: StepReport, wasSkipped: Bool) {
    let (step, place) = (report.step, report.step.callSite.place)
    if step.isWait || step.burnIn > 0 { return }
    state.withLock { state in
      state.names.insert(step.name)
      if report.failedAttempts.first?.isRehearsal == true { return }
      state.steps.add(report.outcome, wasSkipped: wasSkipped, report.tax, at: place)
      state.actions[step.name, default: Figures()].add(report.outcome, wasSkipped: wasSkipped, report.tax, at: place)
    }
  }

  /// Writes at most three lines at the end of the process, and returns that of a burn-in which proves nothing.
  func end() -> [String] {
    let (lines, failures) = lines
    if !isSilent { lines.forEach(StandardStream.error) }
    return failures
  }

  var lines: (news: [String], failures: [String]) {
    let state = state.withLock { $0 }
    let worst = state.actions.sorted { $0.key < $1.key }.min { $0.value.isWorse(than: $1.value) }
    let sentences = [
      state.steps.sentence("step"), state.tests.sentence("flaky test"),
      worst.flatMap { name, figures in
        let share = "\(figures.troubled) of \(figures.runs)"
        return figures.troubled == 0 ? nil : "Worst: \(name) (\(figures.place)), \(share), \(figures.tax.text)."
      },
    ].compactMap { $0 }
    var news = sentences.isEmpty ? [] : ["♻️ \(sentences.joined(separator: " "))"]
    if !news.isEmpty, !hasRecords {
      let folder = "set \(EnvironmentVariable.report.name) to a folder"
      news.append("♻️ For causes and rates \(folder), and run retry-report on it.")
    }
    /// A variable that names no step which ran. If none ran at all, the steps may be in other processes.
    func problem(_ variable: EnvironmentVariable, _ text: String) -> [String] {
      let nearest = text.nearest(in: state.names.sorted())
      return nearest.map { ["\(variable.name): no step \"\(text.onOneLine)\" ran. The nearest is \"\($0)\"."] } ?? []
    }
    if let rehearses = steering.rehearses, !state.names.contains(where: rehearses) {
      news += problem(.rehearse, steering.rehearsal).map { "♻️ \($0)" }
    }
    guard let name = steering.burnIn?.name, !state.names.contains(name) else { return (news, []) }
    return (news, problem(.burnIn, name).map { "error: \($0)" })
  }
}
