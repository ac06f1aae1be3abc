import Foundation
import RetryReport

/// The places where a CI shows the report of a job.
struct CIOutput {
  let service: CIEnvironment.Service?
  let variables: [String: String]

  func log(_ report: CIReport) throws {
    try StandardStream.output(report.text + (service == .gitHub ? report.annotations : ""))
  }

  /// Writes the report to the other places where the CI shows it.
  ///
  /// - Parameter page: The page; a file that the CI service needs gets a similar name.
  func show(_ report: CIReport, nextTo page: String) throws {
    switch service {
    case .gitHub: try append(to: "GITHUB_STEP_SUMMARY") { report.markdown(after: $0) }
    case .azure:
      let file = URL(fileURLWithPath: page).deletingPathExtension().appendingPathExtension("md").path
      try OutputFile.write(report.markdown(), to: file)
      try StandardStream.output("##vso[task.uploadsummary]\(file)\n")
    case .gitLab, .buildkite, .circleCI, .jenkins, .bitrise, nil: break
    }
  }

  /// Writes a report that is a single sentence.
  func say(_ sentence: String, isError: Bool) throws {
    try StandardStream.output("\(sentence)\n")
    if service == .gitHub {
      try StandardStream.output(GitHubFormat.ofJob(sentence, isError: isError) + "\n")
      try append(to: "GITHUB_STEP_SUMMARY") { _ in "\(sentence)\n" }
    }
  }

  /// Sets an output for the following steps in a job of GitHub Actions.
  func set(_ output: String) throws {
    if service == .gitHub { try append(to: "GITHUB_OUTPUT") { _ in "\(output)=true\n" } }
  }

  /// - Parameters:
  ///   - variable: The variable that names the file.
  ///   - text: The text to append to that number of bytes.
  private func append(to variable: String, _ text: (Int) -> String) throws(CommandFailure) {
    guard let path = variables[variable], !path.isEmpty else { return }
    do {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.write(contentsOf: Data(text(Int(file.seekToEnd())).utf8))
    } catch {
      throw CommandFailure("\(path) (\(variable)) cannot be written: \(error.shortDescription)")
    }
  }
}
