/// Workflow commands that GitHub Actions shows as warnings at the lines of the steps.
public enum GitHubFormat {
  /// GitHub shows ten warnings for each step of a workflow, and drops the rest.
  static let most = 10
  private static let longestMessage = 300

  /// Warnings of processes that died, and of outermost steps and tests that did not succeed.
  static func ofFailures(_ report: Report) -> [String] {
    report.input.dead.map { command(at: $0.place, title: "A process died", $0.sentence) }
      + report.troubled.filter { $0.failedForGood > 0 }.compactMap(warning)
  }

  static func lines(_ commands: [String]) -> String { commands.prefix(most).map { $0 + "\n" }.joined() }

  private static func warning(_ action: ActionFigures) -> String? {
    guard let failure = action.firstFailure else { return nil }
    let title = "Retried \(action.unit.rawValue): \(action.action)"
    let message =
      "Of \(action.steps.counted(action.unit.rawValue)): \([action].failures), \(action.recovered) recovered\([action].others). "
      + "Time lost to retries: \(action.costMs.asTime). " + failure.message.truncated(to: longestMessage)
    return command(at: failure.place, title: title, message)
  }

  /// A command of the job as a whole: a warning, or an error.
  public static func ofJob(_ message: String, isError: Bool) -> String {
    command(isError ? "error" : "warning", title: "Retried steps", message)
  }

  static func command(_ name: String = "warning", at place: Place? = nil, title: String, _ message: String) -> String {
    let properties = [
      place.map { "file=\($0.file.escapedAsProperty)" }, place.map { "line=\($0.line)" },
      "title=\(title.escapedAsProperty)",
    ]
    return "::\(name) \(properties.compactMap { $0 }.joined(separator: ","))::\(message.escapedAsData)"
  }
}

extension String {
  /// The text as a message of a workflow command, which has no line breaks.
  fileprivate var escapedAsData: String { printable.replacing("%", with: "%25") }

  /// The text as a property of a workflow command, which ends at a comma or a colon.
  fileprivate var escapedAsProperty: String {
    escapedAsData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
