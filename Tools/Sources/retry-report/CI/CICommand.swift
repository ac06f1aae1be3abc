import ArgumentParser
import Foundation
import RetryReport
import RunComparison

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
    completion: .file(),
    transform: FilePath.parse
  )
  var records: [String] = []

  @Option(
    help: ArgumentHelp("The file to write the page to.", valueName: "file"),
    completion: .file(),
    transform: FilePath.parse
  )
  var page = "retried-steps.html"

  @Option(
    help: ArgumentHelp(
      "JUnit XML in which to mark flaky tests: a file, a folder, or a pattern such as 'build/**/TEST-*.xml'. Can be repeated.",
      valueName: "path"
    ),
    completion: .file(),
    transform: FilePath.parse
  )
  var junit: [String] = []

  @Option(
    name: .customLong("baseline"),
    help: ArgumentHelp(
      "The baseline, which the CI service has to keep from run to run. Defaults to \(AcceptCommandLine.usualBaseline).",
      valueName: "file"
    ),
    completion: .file(),
    transform: FilePath.parse
  )
  var namedBaseline: String?

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

  var isGated: Bool { comparisonGates.isSet || gates.gates.isSet }

  var baseline: String { namedBaseline ?? AcceptCommandLine.usualBaseline }

  func validate() throws {
    for (option, value) in [("--branch", branch), ("--default-branch", defaultBranch)] {
      if let value, value.isVariable { throw ValidationError("\(option) is \(value.printable): \(String.notReplaced)") }
    }
    if let defaultBranch, defaultBranch.contains(where: { " ,".contains($0) }) {
      throw ValidationError(
        "--default-branch is \(defaultBranch.printable): name one branch. Another one can have jobs with its own --default-branch and --baseline."
      )
    }
    if noBaseline, namedBaseline != nil {
      throw ValidationError("--no-baseline and --baseline exclude each other. Remove one of them.")
    }
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
    let source = try CIRecords(arguments: records, variables)
    let outputs = [page] + (noBaseline ? [] : [baseline])
    try FilePath.refuse(outputs, of: source.reader.files + junit.flatMap(JUnitFiles.files))
    var report = CIReport(await source.reader.fullReport())
    let junitFiles = JUnitFiles(report.full.report, in: junit)
    guard source.reader.hasInput else { return try end(without: source, junitFiles, job) }
    if report.full.report.input.isEmpty {
      return try end(
        with: "The records are empty: no step has run.",
        isError: isGated && !allowNoRecords,
        junitFiles,
        job
      )
    }
    try InputOptions.check(report.full.report.input, in: source.paths)

    report.problems = report.full.report.input.errors + [contradiction(environment, in: report)].compactMap(\.self)
    report.mayLearn = report.problems.isEmpty
    // On the default branch, the attempts are one run. A pull request has no other runs than its attempts.
    if environment.isOfDefaultBranch { report.full.runs.join(environment.attempts) }
    if !junit.isEmpty { report.full.add(junitFiles.results) }
    report.notes += [junitFiles.note].compactMap(\.self)
    let known = noBaseline ? nil : readBaseline(environment, &report)
    checkRuns(of: &report, environment, known)
    let comparison = noBaseline ? nil : compare(&report, with: known, environment)
    report.notes += notes(on: comparison, environment) + gates.gates.notes(report.full.report)
    checkGates(of: &report, comparison, source, junitFiles)

    var tasks: [() throws -> Void] = [
      { try job.log(report) }, { try job.show(report, nextTo: page) }, { try writePage(report.full, environment, job) },
    ]
    if !junit.isEmpty { tasks.append(junitFiles.write) }
    if !noBaseline, environment.isOfDefaultBranch, report.mayLearn {
      tasks.append { try learn(report.full, comparison, since: known, job) }
    }
    noteOnBranch(of: environment)
    try end(failures: report.failures, problems: report.problems, after: tasks)
  }

  /// Checks that the new records are of one run, and that it is the run of this job.
  private func checkRuns(of report: inout CIReport, _ environment: CIEnvironment, _ known: Baseline?) {
    let new = report.full.runs.ids.subtracting(known?.runs ?? [])
    let ids = new.isEmpty ? report.full.runs.ids : new
    // The attempts of one run belong together.
    let others = ids.subtracting(environment.attempts)
    if others.count + (others.count < ids.count ? 1 : 0) > 1 {
      report.notes.append(
        "The records are of \(ids.count) runs, which are compared together: \(ids.sorted().listed). Delete the records of earlier runs."
      )
    }
    if let problem = environment.problem(of: ids) {
      report.add(problem, isProblem: isGated)
      report.mayLearn = false
    }
  }

  /// Adds the results of the gates, and the reasons why a gate could not be checked.
  private func checkGates(
    of report: inout CIReport,
    _ comparison: Comparison?,
    _ source: CIRecords,
    _ junitFiles: JUnitFiles
  ) {
    let input = report.full.report.input
    var gates = gates.gates
    gates.noStep = allowNoRecords ? nil : Self.noStep
    let gaps = comparisonGates.problems(input)
    let isCompared = report.problems.isEmpty && gaps.isEmpty
    report.problems += gaps
    report.problems += gates.problems(report.full.report).filter { !report.problems.contains($0) }
    let results =
      comparisonGates.results(comparison, isChecked: isCompared)
      + gates.results(report.full.report)
    report.problems += junitFiles.problems
    if !isGated { report.problems += InputOptions.gaps(input, in: source.paths) }
    report.full.verdict = Verdict(gates: results, problems: report.problems)
  }

  /// Ends a job that has no file of records.
  private func end(without source: CIRecords, _ junitFiles: JUnitFiles, _ job: CIOutput) throws {
    let other = source.findOther()
    let advice = other.map { "\($0.printable) contains records." }
    let reasons = source.reader.problems.map(\.printable.asSentence) + [advice].compactMap(\.self)
    if allowNoRecords, isGated {
      StandardStream.error("warning: no gate was checked. \(reasons.joined(separator: " "))")
    }
    let isMisspelled = !records.isEmpty && other != nil
    try end(
      with: ([source.missing] + reasons).joined(separator: " "),
      isError: isGated && (!allowNoRecords || isMisspelled),
      advice: other == nil ? Self.noStep : Self.recordsElsewhere,
      junitFiles,
      job
    )
  }

  /// Ends a job in which nothing can be checked, with a sentence in place of the report.
  private func end(
    with sentence: String,
    isError: Bool,
    advice: String = Self.noStep,
    _ junitFiles: JUnitFiles,
    _ job: CIOutput
  ) throws {
    if FileManager.default.fileExists(atPath: page) {
      StandardStream.error("warning: \(page.printable) is of an earlier run.")
    }
    if !isGated { StandardStream.error("note: \(Self.noGate)") }
    try end(
      failures: [],
      problems: (isError ? [advice] : []) + junitFiles.problems,
      after: [{ try job.say(sentence, isError: isError) }]
    )
  }

  private static let recordsElsewhere =
    "The gates have no step to check, although there are records elsewhere: correct the path."

  private static let noGate = "No gate is set, so the exit code is 0. With one, such as --fail-on-exhausted, it is 2."

  static let noStep =
    "The gates have no step to check: none passed or failed. If this is intended, use --allow-no-records."

  /// A sentence if the run must not be added to the baseline, because it may be of another branch.
  private func contradiction(_ environment: CIEnvironment, in report: CIReport) -> String? {
    if noBaseline { return nil }
    if let contradiction = environment.contradiction { return contradiction }
    guard environment.isOfDefaultBranch, let branch = environment.branch,
      let other = report.full.runs.branches.first(where: { !environment.mayTest($0) })
    else { return nil }
    return
      "The records are of branch \(other.printable), not of \(branch.printable): delete those of earlier runs, or correct --branch."
  }

  /// The default branch in the file to which GitHub Actions writes its event.
  private static func defaultBranch(ofEvent path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let event = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    return (event?["repository"] as? [String: Any])?["default_branch"] as? String
  }

  /// Sentences for gates that do less than they seem to.
  private func notes(on comparison: Comparison?, _ environment: CIEnvironment) -> [String] {
    let isWithoutEffect = comparisonGates.failOnNewFlakyStep && environment.isOfDefaultBranch
    return [
      environment.misnaming, gates.note,
      isWithoutEffect ? "On the default branch, --fail-on-new-flaky-step does not fail a run." : nil,
    ].compactMap(\.self) + comparisonGates.notes(on: comparison, isGated: isGated)
  }

  /// Says that a branch with the usual name of a default branch is not that of the job.
  private func noteOnBranch(of environment: CIEnvironment) {
    guard !noBaseline, !environment.isOfDefaultBranch, environment.misnaming == nil, let branch = environment.branch,
      self.branch != nil || ["main", "master"].contains(branch),
      let main = environment.defaultBranch
    else { return }
    // Perhaps the name is a mistake, and no run would ever be added.
    StandardStream.error(
      "note: this run is of \(branch.printable), not of the default branch \(main.printable), so it is not added to the baseline."
    )
  }

  private func writePage(_ full: FullReport, _ environment: CIEnvironment, _ job: CIOutput) throws {
    let owners = CodeOwners.ofRepository()
    try OutputFile.write(HTMLFormat.render(full, links: environment.links, owners: owners, in: page.folder), to: page)
    try job.set("page")
  }
}
