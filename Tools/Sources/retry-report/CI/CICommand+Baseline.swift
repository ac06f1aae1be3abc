import Foundation
import RetryReport
import RunComparison

/// The baseline of the default branch: what a run is compared with, and added to.
extension CICommand {
  /// The baseline; `nil` if there is none, or if it cannot be read.
  func readBaseline(_ environment: CIEnvironment, _ report: inout CIReport) -> Baseline? {
    guard FileManager.default.fileExists(atPath: baseline) else { return nil }
    if let gap = environment.gap { report.notes.append(gap) }
    do throws(CommandFailure) {
      return try BaselineFile.read(baseline)
    } catch {
      // The default branch starts a new baseline, or no run could be added any more; but one of a newer version is kept.
      if error.isLasting { report.mayLearn = false }
      let isProblem = error.isLasting || comparisonGates.isSet
      report.add(isProblem ? "\(error)" : "\(error). Nothing was compared.", isProblem: isProblem)
      return nil
    }
  }

  /// Adds a sentence that says what a missing baseline means for the job.
  private func noteMissingBaseline(_ environment: CIEnvironment, _ report: inout CIReport) {
    let isProblem = comparisonGates.isSet && (environment.gap != nil || !allowNoBaseline)
    let sentence: String
    if let gap = environment.gap {
      sentence = "There is no baseline. \(gap)"
    } else if environment.isOfDefaultBranch, report.mayLearn {
      sentence = "There is no baseline: this run starts one."
    } else {
      let writer = environment.isOfDefaultBranch ? nil : environment.defaultBranch?.printable
      let reason = writer.map { "only runs of \($0) write one, so " } ?? ""
      sentence = "There is no baseline: \(reason)nothing was compared."
    }
    let file = baseline.absolutePath
    let passes = comparisonGates.isSet ? " The gates that need one pass." : ""
    let hint =
      environment.gap == nil
      ? " A run of the default branch writes \(file), which the CI service must keep. Until then, use --allow-no-baseline."
      : ""
    let effect = isProblem ? " The gates could not be checked.\(hint)" : "\(passes) The file is \(file)."
    report.add(sentence + effect + BaselineFile.adviceOnOther(than: baseline), isProblem: isProblem)
  }

  /// Compares the run with the baseline; `nil` if that is impossible, with a sentence that says why.
  func compare(_ report: inout CIReport, with known: Baseline?, _ environment: CIEnvironment) -> Comparison? {
    guard let known else {
      if !FileManager.default.fileExists(atPath: baseline) { noteMissingBaseline(environment, &report) }
      return nil
    }
    if let sentence = known.usedID(in: report.full.runs, isOfService: environment.isOfService) {
      report.mayLearn = false
      report.problems.append(sentence)
      return nil
    }
    do throws(Comparison.Impossible) {
      let comparison = try report.full.compare(
        with: known,
        level: comparisonGates.level / 100,
        branch: environment.isOfDefaultBranch ? .main : environment.attempts.count > 1 ? .attempts : .other,
        accept: AcceptCommandLine(program: program, baseline: baseline)
      )
      report.notes +=
        known.gaps(in: report.full.runs) + [comparisonGates.isSet ? known.noteOnSize : nil].compactMap(\.self)
      let branches = known.note(onBranches: environment.isOtherThanDefault, tested: environment.branch)
      if let branches { report.notes.append(branches) }
      if let gap = comparisonGates.gap(comparison) { report.add(gap.sentence, isProblem: !gap.passes) }
      return comparison
    } catch {
      // Nothing shows that the alarms of these actions are fixed.
      if environment.isOfDefaultBranch, comparisonGates.isSet {
        report.problems += known.openFindings.map { "Open until it is accepted: \($0)" }
      }
      let isEmpty = report.full.runs.allSatisfy { $0.steps == 0 }
      let isProblem = comparisonGates.isSet && !(isEmpty ? allowNoRecords : allowNoBaseline)
      report.add(isEmpty && isProblem ? Self.noStep : "Nothing was compared: \(error).", isProblem: isProblem)
      return nil
    }
  }

  /// Adds the runs to the baseline, with the result of the comparison.
  func learn(_ full: FullReport, _ comparison: Comparison?, since known: Baseline?, _ job: CIOutput) throws {
    try FileLock.hold(baseline) {
      var learned = try BaselineFile.readOrBegin(baseline)
      // Another job may have changed it in the meantime.
      let comparison =
        learned == known
        ? comparison
        : try? Comparison(full.runs, with: learned, level: comparisonGates.level / 100, branch: .main)
      BaselineFile.add(full.runs, to: &learned)
      if let comparison { learned.learn(comparison) } else { learned.learnNothing(of: full.runs.ids) }
      learned.leaveOut(gates.gates.failingActions(full.report), of: full.runs.ids)
      try OutputFile.write(try learned.json(), to: baseline)
    }
    try job.set("learned")
  }
}
