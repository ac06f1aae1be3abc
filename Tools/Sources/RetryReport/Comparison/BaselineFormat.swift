/// The flakes of a baseline as a page.
public enum BaselineFormat {
  private static let longestExample = 160

  public static func markdown(_ baseline: Baseline) -> String {
    let rates = Dictionary(uniqueKeysWithValues: baseline.actions.map { ($0.action, $0.rate) })
    func share(_ action: BaselineAction) -> Double { rates[action.action]?.share ?? 0 }
    let flaky = baseline.actions.filter { share($0) > 0 }.sorted { (share($1), $0.action) < (share($0), $1.action) }
    var lines = [
      "### Known flakes", "",
      "\(baseline.runs.count.counted("run"))\(baseline.days). First attempts have failed in \(flaky.count) of \(baseline.actions.count.counted("action")).",
      "",
    ]
    for action in flaky {
      lines.append(
        "**\(action.action.printable.escapedForMarkdown)**: the first attempt failed in \((rates[action.action] ?? .zero).text.escapedForMarkdown)."
      )
      lines += action.causes.map { cause in
        "- \(cause.steps)×, \(cause.first.day) to \(cause.last.day): "
          + cause.example.printable.truncated(to: longestExample).escapedForMarkdown
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}
