import Foundation
import RetryReport

/// The places in which a CI shows what a job says.
struct CIOutput {
  private let service: CIEnvironment.Service?
  private let variables: [String: String]

  init(_ environment: CIEnvironment, _ variables: [String: String]) {
    (service, self.variables) = (environment.service, variables)
  }

  /// Writes the report to the log.
  func log(_ report: CIReport) throws {
    try StandardStream.output(report.text + (service == .gitHub ? report.annotations : ""))
  }

  /// Writes the report to where else the CI shows it.
  ///
  /// - Parameter page: The page; a file that a CI wants gets a name like it.
  func show(_ report: CIReport, beside page: String) throws {
    switch service {
    case .gitHub: try append(report.markdown, toFileIn: "GITHUB_STEP_SUMMARY")
    case .buildkite: try annotate(report)
    case .azure:
      let file = URL(fileURLWithPath: page).deletingPathExtension().appendingPathExtension("md").path
      try OutputFile.write(report.markdown, to: file)
      try StandardStream.output("##vso[task.uploadsummary]\(file)\n")
    case .gitLab, .circleCI, .jenkins, nil: break
    }
  }

  /// Says the only sentence that there is to say.
  func say(_ sentence: String) throws {
    try StandardStream.output("\(sentence)\n")
    if service == .gitHub {
      try StandardStream.output(GitHubFormat.warning(sentence))
      try append("\(sentence)\n", toFileIn: "GITHUB_STEP_SUMMARY")
    }
  }

  /// Tells the steps that follow in a job of GitHub Actions that something was done.
  func set(_ output: String) throws {
    if service == .gitHub { try append("\(output)=true\n", toFileIn: "GITHUB_OUTPUT") }
  }

  private func append(_ text: String, toFileIn variable: String) throws(CommandFailure) {
    guard let path = variables[variable], !path.isEmpty else { return }
    do {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func annotate(_ report: CIReport) throws {
    guard let agent = Program.named("buildkite-agent", in: variables["PATH"] ?? "") else { return }
    let style = report.failures.isEmpty ? "info" : "error"
    // A job that has the same context as another one would take its place.
    let context = "retried-steps-\(variables["BUILDKITE_JOB_ID"] ?? "")"
    let arguments = ["annotate", "--style", style, "--context", context]
    let code = try Program.run(agent, arguments, input: report.markdown, errors: .standardError).code
    if code != 0 { throw CommandFailure("buildkite-agent annotate has exited with \(code)") }
  }
}
