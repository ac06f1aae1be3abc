/// A baseline as a page: the flakes that are known.
public enum BaselineFormat {
  private static let longestExample = 160

  public static func markdown(_ baseline: Baseline) -> String {
    let flaky = baseline.actions.filter { $0.firstFailures > 0 }.sorted {
      ($1.rate.share, $0.action) < ($0.rate.share, $1.action)
    }
    let days = baseline.runs.first.map { " of \($0.day) to \(baseline.runs.last?.day ?? $0.day)" } ?? ""
    var lines = [
      "### Known flakes", "",
      "\(baseline.runs.count.counted("run"))\(days). First attempts have failed in \(flaky.count) of \(baseline.actions.count.counted("action")).",
      "",
    ]
    for action in flaky {
      lines.append(
        "**\(action.action.printable.escapedForMarkdown)**: the first attempt failed in \(action.rate.text.escapedForMarkdown)."
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
