/// The history of each action, for people and machines.
public enum HistoryFormat {
  private static let longestAction = 40
  /// The number of bars in a line; more periods are drawn together.
  private static let mostBars = 60

  /// The text for a terminal.
  public static func text(_ history: History) -> String {
    let bars = Bars(history, most: mostBars)
    let lines = history.actions.flatMap { action -> [String] in
      let name = action.action.printable.truncated(to: longestAction)
      let padding = String(repeating: " ", count: max(0, longestAction - name.columns))
      let line = "\(name)\(padding)  \(bars.line(of: action))  \(action.rate.text)"
      return [line] + ([action.change?.sentence].compactMap { $0 } + action.ownerSentences).map { "    " + $0 }
    }
    return ([history.headline] + captions(bars) + [""] + lines).joined(separator: "\n") + "\n"
  }

  /// The Markdown for a page of a CI system.
  public static func markdown(_ history: History) -> String {
    let bars = Bars(history, most: mostBars)
    let rows = history.actions.map { action in
      let cells = [
        action.action.printable.escapedForMarkdown, bars.line(of: action), action.rate.text.escapedForMarkdown,
        (action.change?.sentence ?? (action.canTell ? "" : "too few to tell")).escapedForMarkdown,
        action.ownerSentences.map(\.escapedForMarkdown).joined(separator: " "),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let captions = captions(bars).flatMap { [$0.escapedForMarkdown, ""] }
    let head = ["| Action | First attempts that failed | In all | Changed | Owned by |", "|---|---|---|---|---|"]
    return (["### History", "", history.headline, ""] + captions + head + rows).joined(separator: "\n") + "\n"
  }

  private static func captions(_ bars: Bars) -> [String] {
    bars.caption.isEmpty ? [] : [bars.caption + " A dot: it did not run."]
  }
}
