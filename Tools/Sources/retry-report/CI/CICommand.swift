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

  private var isGated: Bool { comparisonGates.isSet || gates.gates.isSet }

  private var baseline: String { namedBaseline ?? AcceptCommandLine.usualBaseline }

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
    // `xcodebuild` removes the prefix of the second variable before it starts the tests.
    let variable = ["AUTO_RETRY_REPORT", "TEST_RUNNER_AUTO_RETRY_REPORT"].first { variables[$0]?.isEmpty == false }
    let paths = records.isEmpty ? [variable.flatMap { variables[$0] } ?? "retries"] : records
    if records.isEmpty, let variable, let path = paths.first, !path.isFolder,
      FileManager.default.fileExists(atPath: path) || FilePath.isValue(path) || path.isVariable
    {
      throw CommandFailure("\(variable) is \(path.printable), but must name a folder, for the tests too.")
    }
    let reader = RecordReader(paths)
    let outputs = [page] + (noBaseline ? [] : [baseline])
    try FilePath.refuse(outputs, of: reader.files + junit.flatMap(JUnitFiles.files))
    var report = CIReport(await reader.fullReport())
    let (input, junitFiles) = (report.full.report.input, JUnitFiles(report.full.report, in: junit))
    guard reader.hasInput else {
      let sentence = sentence(onMissing: paths, reader, variable)
      return try end(without: sentence.text, hasOthers: sentence.hasOthers, junitFiles, job)
    }
    if input.isEmpty { return try end(without: "The records are empty: no step has run.", junitFiles, job) }
    try InputOptions.check(input, in: paths)
    report.problems += input.errors
    if let contradiction = contradiction(environment, in: report) { report.problems.append(contradiction) }
    if !report.problems.isEmpty { report.mayLearn = false }
    // On the default branch, the attempts are one run. A pull request has no other runs than its attempts.
    if environment.isOfDefaultBranch { report.full.runs.join(environment.attempts) }
    if !junit.isEmpty { report.full.add(junitFiles.results) }
    report.notes += [junitFiles.note].compactMap(\.self)
    let known = noBaseline ? nil : readBaseline(environment, &report)
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
    let comparison = known.flatMap { compare(&report, with: $0, environment) }
    report.notes += notes(on: comparison, environment) + gates.gates.notes(report.full.report)

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
    if !isGated { report.problems += InputOptions.gaps(input, in: paths) }
    report.full.verdict = Verdict(gates: results, problems: report.problems)
    var tasks: [() throws -> Void] = [
      { try job.log(report) }, { try job.show(report, nextTo: page) }, { try writePage(report.full, environment, job) },
    ]
    if !junit.isEmpty { tasks.append(junitFiles.write) }
    if !noBaseline, !environment.isOfDefaultBranch, environment.misnaming == nil, let branch = environment.branch,
      self.branch != nil || ["main", "master"].contains(branch),
      let main = environment.defaultBranch
    {
      // Perhaps the name is a mistake, and no run would ever be added.
      StandardStream.error(
        "note: this run is of \(branch.printable), not of the default branch \(main.printable), so it is not added to the baseline."
      )
    }
    if !noBaseline, environment.isOfDefaultBranch, report.mayLearn {
      tasks.append { try learn(report.full, comparison, since: known, job) }
    }
    try end(failures: report.failures, problems: report.problems, after: tasks)
  }

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

  /// Says where there are no records, and where there are some.
  private func sentence(
    onMissing paths: [String],
    _ reader: RecordReader,
    _ variable: String?
  ) -> (text: String, hasOthers: Bool) {
    let folder = ProcessInfo.processInfo.environment["AUTO_RETRY_REPORT"]
    let origin = variable ?? "AUTO_RETRY_REPORT is \(folder == nil ? "not set" : "empty")"
    let places = paths.map { $0.isStream ? $0 : $0.absolutePath }.listed + (records.isEmpty ? " (\(origin))" : "")
    let above = paths.filter { !$0.hasPrefix("/") && !$0.isStream }.map { "../\($0)" }
    let other = (["retries", folder ?? ""] + above).first {
      !$0.isEmpty && !paths.contains($0) && RecordReader([$0]).hasInput
    }
    let sentence = "There are no records in \(places): nothing was built, or no step has run."
    let advice = other.map { "\($0.printable) contains records." }
    let reasons = reader.problems.map(\.printable.asSentence) + [advice].compactMap(\.self)
    if allowNoRecords, isGated {
      StandardStream.error("warning: no gate was checked. \(reasons.joined(separator: " "))")
    }
    return (([sentence] + reasons).joined(separator: " "), hasOthers: other != nil)
  }

  /// Ends a job without records; a gate that has nothing to check does not pass.
  ///
  /// - Parameter hasOthers: Whether there are records in another folder, so that an argument is probably misspelled.
  private func end(
    without sentence: String,
    hasOthers: Bool = false,
    _ junitFiles: JUnitFiles,
    _ job: CIOutput
  ) throws {
    if FileManager.default.fileExists(atPath: page) {
      StandardStream.error("warning: \(page.printable) is of an earlier run.")
    }
    let isError = isGated && (!allowNoRecords || (hasOthers && !records.isEmpty))
    if !isGated { StandardStream.error("note: \(Self.noGate)") }
    try end(
      failures: [],
      problems: (isError ? [hasOthers ? Self.recordsElsewhere : Self.noStep] : []) + junitFiles.problems,
      after: [{ try job.say(sentence, isError: isError) }]
    )
  }

  private static let recordsElsewhere =
    "The gates have no step to check, although there are records elsewhere: correct the path."

  private static let noGate = "No gate is set, so the exit code is 0. With one, such as --fail-on-exhausted, it is 2."

  private static let noStep =
    "The gates have no step to check: none passed or failed. If this is intended, use --allow-no-records."

  /// The baseline; `nil` if there is none, with a note that says so.
  private func readBaseline(_ environment: CIEnvironment, _ report: inout CIReport) -> Baseline? {
    guard FileManager.default.fileExists(atPath: baseline) else {
      let isFirst =
        environment.isOfDefaultBranch && report.mayLearn && environment.problem(of: report.full.runs.ids) == nil
      let writer = environment.isOfDefaultBranch ? nil : environment.defaultBranch?.printable
      let reason = writer.map { "only runs of \($0) write one, so " } ?? ""
      let then = isFirst ? "this run starts one" : "\(reason)nothing was compared"
      let sentence = environment.gap.map { "There is no baseline. \($0)" } ?? "There is no baseline: \(then)."
      let isProblem = comparisonGates.isSet && (environment.gap != nil || !allowNoBaseline)
      let hint =
        environment.gap == nil
        ? " A run of the default branch writes \(baseline.absolutePath), which the CI service must keep. "
          + "Until then, use --allow-no-baseline." : ""
      let pass =
        (comparisonGates.isSet ? " The gates that need one pass." : "") + " The file is \(baseline.absolutePath)."
      let state = isProblem ? " The gates could not be checked.\(hint)" : pass
      report.add(sentence + state + BaselineFile.adviceOnOther(than: baseline), isProblem: isProblem)
      return nil
    }
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

  private func compare(_ report: inout CIReport, with known: Baseline, _ environment: CIEnvironment)
    -> Comparison?
  {
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

  private func writePage(_ full: FullReport, _ environment: CIEnvironment, _ job: CIOutput) throws {
    let owners = CodeOwners.ofRepository()
    try OutputFile.write(HTMLFormat.render(full, links: environment.links, owners: owners, in: page.folder), to: page)
    try job.set("page")
  }

  /// Adds the runs to the baseline, with the result of the comparison.
  private func learn(_ full: FullReport, _ comparison: Comparison?, since known: Baseline?, _ job: CIOutput) throws {
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
