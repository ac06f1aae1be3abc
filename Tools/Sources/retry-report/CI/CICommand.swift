import ArgumentParser
import Foundation
import RetryReport

/// The whole report of a CI job.
struct CICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ci",
    abstract: "Run the whole report of a CI job after its tests: summary, warnings, page, JUnit, baseline and gates.",
    discussion: """
      It recognizes GitHub Actions, GitLab, Buildkite, Azure Pipelines, CircleCI, Jenkins and Bitrise by their variables; on \
      other systems, name the branch. A run of the default branch is added to the baseline, whether it fails or not; any other is compared with it. Everything is \
      written before the command exits: with 1 if a gate fails, otherwise with 2 if something could not be done. Without \
      records it says so, and exits with 2 if a gate is set.
      """
  )

  @Argument(
    help: "Files or folders of records. By default the folder that AUTO_RETRY_REPORT names, or retries.",
    completion: .file()
  )
  var records: [String] = []

  @Option(help: ArgumentHelp("The file to write the page to.", valueName: "file"), completion: .file())
  var page = "retried-steps.html"

  @Option(
    help: ArgumentHelp(
      "JUnit XML in which to mark flaky tests: a file, a folder, or a pattern such as 'build/**/TEST-*.xml'. Can be repeated.",
      valueName: "path"
    ),
    completion: .file()
  )
  var junit: [String] = []

  @Option(help: "The baseline, which the CI service has to keep from run to run.", completion: .file())
  var baseline = ".retry-baseline.json"

  @Flag(help: "Do not compare with a baseline, and do not write one.")
  var noBaseline = false

  @Option(help: "The branch that is tested, on a CI system that is not recognized. Leave it out for pull requests.")
  var branch: String?

  @Option(help: "The branch whose runs form the baseline, if no variable names it.")
  var defaultBranch: String?

  @Flag(help: "Pass the gates of the comparison if there is no baseline yet, such as in the first run.")
  var allowNoBaseline = false

  @Flag(help: "Pass without records even if a gate is set: nothing was built, or no test has a step.")
  var allowNoRecords = false

  @OptionGroup var comparisonGates: ComparisonGateOptions

  @OptionGroup var gates: GateOptions

  func validate() throws {
    try InputOptions.refuseEmpty(records)
    if noBaseline, comparisonGates.isSet {
      throw ValidationError("The gates of the comparison need a baseline. Remove --no-baseline.")
    }
  }

  func run() async throws {
    let variables = ProcessInfo.processInfo.environment
    let environment = CIEnvironment(variables, branch: branch, defaultBranch: defaultBranch) {
      $0 == .gitHub ? Self.defaultBranch(ofEvent: variables["GITHUB_EVENT_PATH"] ?? "") : nil
    }
    let job = CIOutput(service: environment.service, variables: variables)
    let paths =
      records.isEmpty ? [variables["AUTO_RETRY_REPORT"].flatMap { $0.isEmpty ? nil : $0 } ?? "retries"] : records
    let reader = RecordReader(paths)
    guard reader.hasInput else {
      let names = paths.map(\.printable).joined(separator: ", ")
      return try end(without: "There are no records in \(names): nothing was built, or no step has run.", job)
    }
    var work = Work()
    let known = noBaseline ? nil : readBaseline(environment, &work)
    var full = await reader.fullReport()
    if full.report.input.isEmpty { return try end(without: "The records are empty: no step has run.", job) }
    try InputOptions.check(full.report.input, in: paths)
    full.runs.join(environment.attempts)
    let results = JUnitFiles(full.report, in: junit)
    if !junit.isEmpty { full.report.results = results.results }
    if environment.service != nil, full.runs.ids.count > 1 {
      let names = full.runs.ids.sorted().prefix(3).joined(separator: ", ")
      work.notes.append(
        "The records are of \(full.runs.ids.count) runs, which count as one: \(names). Delete the records of earlier runs."
      )
    }
    if let known { compare(&full, with: known, environment, &work) }

    var report = CIReport(full)
    report.failures = full.comparison.map(comparisonGates.failures) ?? []
    var problems = comparisonGates.problems(full.report.input)
    let failing = gates.gates.failingActions(full.report)
    report.failures += gates.gates.failures(full.report)
    problems += gates.gates.problems(full.report).filter { !problems.contains($0) }
    work.problems += problems
    report.problems = work.problems
    report.notes = work.notes + results.missing.map { "\($0): no such JUnit file, so no flaky test was marked in it." }
    work.attempt { try job.log(report) }
    work.attempt { try job.show(report, nextTo: page) }
    work.attempt { try writePage(full, environment, job) }
    if results.missing.count < junit.count { work.attempt { try results.write() } }
    if !noBaseline, environment.isOfDefaultBranch, work.mayLearn {
      work.attempt { try learn(full, failing: failing, since: known, job) }
    }
    try end(failures: report.failures, problems: work.problems)
  }

  /// The default branch in the file to which GitHub Actions writes its event.
  private static func defaultBranch(ofEvent path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let event = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    return (event?["repository"] as? [String: Any])?["default_branch"] as? String
  }

  /// Ends a job without records; a gate that has nothing to check does not pass.
  private func end(without sentence: String, _ job: CIOutput) throws {
    let isError = (comparisonGates.isSet || gates.gates.isSet) && !allowNoRecords
    try job.say(sentence, isError: isError)
    guard isError else { return }
    StandardStream.error("error: \(Self.noStep)")
    throw ExitCode(2)
  }

  private static let noStep = "The gates have no step to check. If this is intended, use --allow-no-records."

  /// The baseline; `nil` if there is none, with a note that says so.
  private func readBaseline(_ environment: CIEnvironment, _ work: inout Work) -> Baseline? {
    guard FileManager.default.fileExists(atPath: baseline) else {
      let then = environment.isOfDefaultBranch ? "this run starts one" : "nothing was compared"
      let sentence = environment.gap.map { "There is no baseline. \($0)" } ?? "There is no baseline: \(then)."
      let isProblem = comparisonGates.isSet && (environment.gap != nil || !allowNoBaseline)
      let hint = environment.gap == nil ? " If this is intended, use --allow-no-baseline." : ""
      let pass = comparisonGates.isSet ? " The gates that need one pass." : ""
      work.add(sentence + (isProblem ? " The gates could not be checked.\(hint)" : pass), isProblem: isProblem)
      return nil
    }
    if let gap = environment.gap { work.notes.append(gap) }
    do throws(CommandFailure) {
      return try BaselineFile.read(baseline)
    } catch {
      // The default branch starts a new baseline, or no run could be added any more; but one of a newer version is kept.
      work.mayLearn = !error.isLasting
      let isProblem = error.isLasting || comparisonGates.isSet
      work.add(isProblem ? "\(error)" : "\(error). Nothing was compared.", isProblem: isProblem)
      return nil
    }
  }

  private func compare(
    _ full: inout FullReport,
    with known: Baseline,
    _ environment: CIEnvironment,
    _ work: inout Work
  ) {
    if let sentence = known.usedID(in: full.runs, isOfService: environment.isOfService) {
      work.mayLearn = false
      return work.problems.append(sentence)
    }
    do throws(Comparison.Impossible) {
      try full.compare(
        with: known,
        level: comparisonGates.level / 100,
        isOfDefaultBranch: environment.isOfDefaultBranch
      )
      work.notes += known.gaps(in: full.runs)
      if let gap = full.comparison.flatMap(comparisonGates.gap) {
        work.add(gap.sentence, isProblem: !gap.passes)
      }
    } catch {
      // Nothing shows that they are fixed.
      if environment.isOfDefaultBranch, comparisonGates.isSet {
        work.problems += known.openFindings.map { "Open until it is accepted: \($0)" }
      }
      let isProblem = comparisonGates.isSet && !(full.runs.isEmpty ? allowNoRecords : allowNoBaseline)
      let isEmpty = isProblem && full.runs.isEmpty
      work.add(isEmpty ? Self.noStep : "Nothing was compared: \(error).", isProblem: isProblem)
    }
  }

  private func writePage(_ full: FullReport, _ environment: CIEnvironment, _ job: CIOutput) throws {
    try OutputFile.write(HTMLFormat.render(full, links: environment.links, in: page.folder), to: page)
    try job.set("page")
  }

  /// Adds the runs to the baseline, with the result of the comparison.
  private func learn(_ full: FullReport, failing: [String], since known: Baseline?, _ job: CIOutput) throws {
    try FileLock.hold(baseline) {
      var learned = try BaselineFile.readOrBegin(baseline)
      // Another job may have changed it in the meantime.
      let comparison =
        learned == known
        ? full.comparison
        : try? Comparison(full.runs, with: learned, level: comparisonGates.level / 100, isOfDefaultBranch: true)
      BaselineFile.add(full.runs, to: &learned)
      if let comparison { learned.learn(comparison) } else { learned.learnNothing(of: full.runs.ids) }
      learned.leaveOut(failing, of: full.runs.ids)
      try OutputFile.write(try learned.json(), to: baseline)
    }
    try job.set("learned")
  }
}

/// The parts of a job; a failure of one does not stop the others.
private struct Work {
  /// Whether the run may be added to the baseline; one that cannot be read may have to stay as it is.
  var mayLearn = true
  var notes: [String] = []
  var problems: [String] = []

  mutating func add(_ sentence: String, isProblem: Bool) {
    if isProblem { problems.append(sentence) } else { notes.append(sentence) }
  }

  mutating func attempt(_ part: () throws -> Void) {
    do {
      try part()
    } catch {
      problems.append("\(error)")
    }
  }
}
