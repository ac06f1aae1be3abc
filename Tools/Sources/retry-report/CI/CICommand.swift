import ArgumentParser
import Foundation
import RetryReport

/// The work of a CI job on its records.
struct CICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ci",
    abstract: "The whole report of a job of a CI, after the tests: summary, warnings, page, JUnit, baseline, gates.",
    discussion: """
      It knows GitHub Actions, GitLab, Buildkite, Azure Pipelines, CircleCI and Jenkins by their variables. A run of the \
      default branch is added to the baseline, whether it is red or not; any other is compared with it. Everything is \
      written before it exits: with 1 if a gate is shut, or else with 2 if something could not be done. Without any \
      record it says so, and exits with 2 if a gate is set.
      """
  )

  @Argument(
    help: "Files of records, and folders; by default the folder that AUTO_RETRY_REPORT names, or retries.",
    completion: .file()
  )
  var records: [String] = []

  @Option(help: ArgumentHelp("The file of the page.", valueName: "file"), completion: .file())
  var page = "retried-steps.html"

  @Option(
    help: ArgumentHelp("A JUnit XML file to mark the flaky tests in; may be given more than once.", valueName: "file"),
    completion: .file()
  )
  var junit: [String] = []

  @Option(
    help: ArgumentHelp("The baseline, which the CI keeps from run to run.", valueName: "file"),
    completion: .file()
  )
  var baseline = ".retry-baseline.json"

  @Flag(help: "Compare with no baseline, and write none.")
  var noBaseline = false

  @Option(help: ArgumentHelp("The branch that has the baseline, where the CI does not say it.", valueName: "name"))
  var defaultBranch: String?

  @Flag(help: "Pass without any record, although a gate is set: nothing was built, or no test has a step.")
  var allowNoRecords = false

  @OptionGroup var comparisonGates: ComparisonGateOptions

  @OptionGroup var gates: GateOptions

  func validate() throws {
    try InputOptions.refuseEmpty(records)
    if noBaseline, comparisonGates.isSet {
      throw ValidationError("The gates of the comparison need a baseline: leave out --no-baseline.")
    }
  }

  func run() async throws {
    let variables = ProcessInfo.processInfo.environment
    let environment = CIEnvironment(variables, defaultBranch: defaultBranch) {
      $0 == .gitHub ? DefaultBranch.ofEvent(variables["GITHUB_EVENT_PATH"] ?? "") : nil
    }
    let job = CIOutput(environment, variables)
    let paths =
      records.isEmpty ? [variables["AUTO_RETRY_REPORT"].flatMap { $0.isEmpty ? nil : $0 } ?? "retries"] : records
    guard Self.haveRecords(paths) else {
      let names = paths.map(\.printable).joined(separator: ", ")
      return try end(without: "There are no records in \(names): nothing was built, or no step has run.", job)
    }
    var work = Work()
    let reader = RecordReader(paths)
    let known = noBaseline ? nil : readBaseline(environment, &work)
    var full = await reader.fullReport()
    if full.report.input.isEmpty { return try end(without: "The records are empty: no step has run.", job) }
    try InputOptions.check(full.report.input, in: paths)
    full.join(environment.attempts)
    if environment.service != nil, full.runs.ids.count > 1 {
      let names = full.runs.ids.sorted().prefix(3).joined(separator: ", ")
      work.notes.append(
        "The records are of \(full.runs.ids.count) runs, which count as this one: \(names). Delete those that are left from before."
      )
    }
    if let known { compare(&full, with: known, environment, &work) }

    var report = CIReport(full)
    report.failures = full.comparison.map(comparisonGates.failures) ?? []
    var problems = comparisonGates.problems(full.report.input)
    let shut = gates.gates.shutActions(full.report)
    report.failures += gates.gates.failures(full.report)
    problems += gates.gates.problems(full.report).filter { !problems.contains($0) }
    work.problems += problems
    report.problems = work.problems
    report.notes = work.notes + missingResults.map { "\($0): no such file, so no flaky test is marked in it." }
    work.attempt { try job.log(report) }
    work.attempt { try job.show(report, beside: page) }
    work.attempt { try writePage(full, environment, job) }
    let results = junit.filter { !missingResults.contains($0) }
    if !results.isEmpty { work.attempt { try JUnitFiles.merge(full.report, into: results) } }
    if !noBaseline, environment.isOfDefaultBranch, work.mayLearn {
      work.attempt { try learn(full, shut: shut, since: known, job) }
    }
    try end(failures: report.failures, problems: work.problems)
  }

  /// Ends a job that has no records; a gate that has seen none is not open.
  private func end(without sentence: String, _ job: CIOutput) throws {
    let isError = (comparisonGates.isSet || gates.gates.isSet) && !allowNoRecords
    try job.say(sentence, isError: isError)
    guard isError else { return }
    StandardStream.error("error: \(Self.noStep)")
    throw ExitCode(2)
  }

  private static let noStep = "The gates have seen no step. If that is meant: --allow-no-records"

  /// The files of ``junit`` that no test run has written.
  private var missingResults: [String] { junit.filter { JUnitFiles.files(of: $0).isEmpty } }

  /// True if there is a file that could have records, or a link that could lead to one.
  private static func haveRecords(_ paths: [String]) -> Bool {
    paths.contains { path in
      let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return path == "-" }
      guard isFolder.boolValue, let files = FileManager.default.enumerator(atPath: folder) else { return true }
      return files.contains { name in
        (name as? String)?.hasSuffix(".jsonl") == true
          || files.fileAttributes?[.type] as? FileAttributeType == .typeSymbolicLink
      }
    }
  }

  /// The baseline; nil if there is none, with a note that says so.
  private func readBaseline(_ environment: CIEnvironment, _ work: inout Work) -> Baseline? {
    if environment.branch != nil, environment.defaultBranch == nil {
      work.notes.append("The default branch is not known, so no run is learned: --default-branch names it.")
    }
    guard FileManager.default.fileExists(atPath: baseline) else {
      let then = environment.isOfDefaultBranch ? "this run begins it" : "nothing was compared"
      work.notes.append(
        "There is no baseline: \(then).\(comparisonGates.isSet ? " Its gates pass." : "")"
      )
      return nil
    }
    do throws(CommandFailure) {
      return try BaselineFile.read(baseline)
    } catch {
      // The default branch begins a new one, or no run could ever be learned again; but it keeps one of a newer version.
      work.mayLearn = !error.isLasting
      if !error.isLasting, !comparisonGates.isSet {
        work.notes.append("\(error.message). Nothing was compared.")
      } else {
        work.problems.append(error.message)
      }
      return nil
    }
  }

  private func compare(
    _ full: inout FullReport,
    with known: Baseline,
    _ environment: CIEnvironment,
    _ work: inout Work
  ) {
    do throws(Comparison.Impossible) {
      try full.compare(with: known, isOfDefaultBranch: environment.isOfDefaultBranch)
      work.notes += known.gaps(in: full.runs)
      if let gap = full.comparison.flatMap(comparisonGates.gap) {
        if gap.passes { work.notes.append(gap.sentence) } else { work.problems.append(gap.sentence) }
      }
    } catch {
      work.notes.append("Nothing was compared: \(error).")
      if full.runs.isEmpty, comparisonGates.isSet, !allowNoRecords { work.problems.append(Self.noStep) }
      // Nothing shows that they are mended.
      if environment.isOfDefaultBranch, comparisonGates.isSet {
        work.problems += known.openFindings.map { "Still open, and to accept: \($0)" }
      }
    }
  }

  private func writePage(_ full: FullReport, _ environment: CIEnvironment, _ job: CIOutput) throws {
    try OutputFile.write(HTMLFormat.render(full, links: environment.links, in: page.folder), to: page)
    try job.set("page")
  }

  /// Adds the runs to the baseline, with what the comparison has found.
  private func learn(_ full: FullReport, shut: [String], since known: Baseline?, _ job: CIOutput) throws {
    try FileLock.hold(baseline) {
      var learned = try BaselineFile.readOrBegin(baseline)
      // Another job may have changed it since.
      let comparison =
        learned == known ? full.comparison : try? Comparison(full.runs, with: learned, isOfDefaultBranch: true)
      BaselineFile.add(full.runs, to: &learned)
      if let comparison { learned.learn(comparison) } else { learned.learnNothing(of: full.runs.ids) }
      learned.leaveOut(shut, of: full.runs.ids)
      try OutputFile.write(try learned.json(), to: baseline)
    }
    try job.set("learned")
  }
}

/// The parts of a job; a failure of one does not stop the others.
private struct Work {
  /// False if a run must not be learned, because the baseline cannot be read.
  var mayLearn = true
  var notes: [String] = []
  var problems: [String] = []

  mutating func attempt(_ part: () throws -> Void) {
    do {
      try part()
    } catch let failure as CommandFailure {
      problems.append(failure.message)
    } catch {
      problems.append("\(error)")
    }
  }
}
