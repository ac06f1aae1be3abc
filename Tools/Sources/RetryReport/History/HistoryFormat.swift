internal import Foundation

/// The history of each action, for people and machines.
public enum HistoryFormat {
  private static let longestAction = 40
  /// The number of bars in a line; more periods are drawn together.
  private static let mostBars = 60

  /// For a terminal.
  public static func text(_ history: History) -> String {
    let lines = history.actions.flatMap { action -> [String] in
      let name = action.action.printable.truncated(to: longestAction)
      let padding = String(repeating: " ", count: max(0, longestAction - name.columns))
      let line = "\(name)\(padding)  \(sparkline(action.rates))  \(action.rate.text)"
      return [line] + ((action.change.map { [sentence($0)] } ?? []) + owners(action)).map { "    " + $0 }
    }
    return ([headline(history), ""] + lines).joined(separator: "\n") + "\n"
  }

  /// For a page of a CI system.
  public static func markdown(_ history: History) -> String {
    let rows = history.actions.map { action in
      let cells = [
        action.action.printable.escapedForMarkdown, sparkline(action.rates), action.rate.text.escapedForMarkdown,
        action.change.map { sentence($0).escapedForMarkdown } ?? "",
        owners(action).map(\.escapedForMarkdown).joined(separator: " "),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let head = ["| Action | First attempts that failed | In all | Changed | Owned by |", "|---|---|---|---|---|"]
    return (["### History", "", headline(history), ""] + head + rows).joined(separator: "\n") + "\n"
  }

  public static func json(_ history: History) throws -> String {
    struct Document: Encodable {
      let version = 1
      let periods: [History.Label]
      let actions: [Entry]
    }
    struct Entry: Encodable {
      let action: String
      let steps: [Int]
      let firstFailures: [Int]
      let tests: [Test]
      let changedSince: String
      let probability: Double
    }
    struct Test: Encodable {
      let test: String
      let steps: Int
      let firstFailures: Int
      let isOwner: Bool
    }
    let actions = history.actions.map { action in
      let owners = Set(action.owners.map(\.test))
      return Entry(
        action: action.action,
        steps: action.rates.map(\.total),
        firstFailures: action.rates.map(\.count),
        tests: action.tests.sorted { $0.key < $1.key }.map { test, rate in
          Test(test: test, steps: rate.total, firstFailures: rate.count, isOwner: owners.contains(test))
        },
        changedSince: action.change?.since.name ?? "",
        probability: action.change?.probability ?? 1
      )
    }
    return try Document(periods: history.periods, actions: actions).sortedJSON()
  }

  private static func headline(_ history: History) -> String {
    guard let first = history.periods.first, let last = history.periods.last else { return "No period." }
    let changed = history.actions.count { $0.change != nil }
    return
      "\(history.periods.count.counted("period")), \(first.day) to \(last.day): the rate of \(changed.counted("action")) "
      + "of \(history.actions.count) has changed for good."
  }

  /// A bar for each period, up to the highest rate of the action; a dot if it did not run.
  private static func sparkline(_ rates: [Rate]) -> String {
    let width = max(1, (rates.count + mostBars - 1) / mostBars)
    let bars = stride(from: 0, to: rates.count, by: width).map { start in
      rates[start..<min(start + width, rates.count)].reduce(.zero, +)
    }
    let highest = bars.map(\.share).max() ?? 0
    let shapes: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(
      bars.map { bar in
        if bar.total == 0 { return "·" }
        return highest == 0 ? shapes[0] : shapes[min(7, Int((bar.share / highest * 7).rounded()))]
      }
    )
  }

  /// A sentence for each test that owns the flake.
  private static func owners(_ action: ActionHistory) -> [String] {
    action.owners.map { test, rate in
      let others = action.rate.count - rate.count
      return "\(test.printable): \(rate.text); all others \(others) of \(action.rate.total - rate.total)."
    }
  }

  static func sentence(_ change: History.Change) -> String {
    let direction = change.after.share > change.before.share ? "Risen" : "Fallen"
    let commits =
      change.last.commit.isEmpty || change.since.commit.isEmpty
      ? ""
      : ", commits \(change.last.commit.prefix(9).description.printable)..\(change.since.commit.prefix(9).description.printable)"
    return "\(direction) since \(change.since.name.printable) (\(change.since.day)\(commits)): "
      + "from \(change.before.text) to \(change.after.text)."
  }
}

/// The part of the page that draws the rate of each action from run to run.
enum HistorySection {
  private static let height = 24.0
  private static let barWidth = 6.0
  /// The number of periods that are drawn, the newest.
  private static let mostBars = 120

  static func render(_ history: History) -> String {
    // A single run has no history.
    guard history.periods.count > 1 else { return "" }
    let rows = history.actions.filter { $0.rate.count > 0 }.map { row($0, history.periods) }
    if rows.isEmpty { return "" }
    return """
      <section>
      <h2>From run to run</h2>
      <p class="note">First attempts that failed, the oldest run on the left, up to the highest share of each action.</p>
      \(rows.joined())</section>

      """
  }

  private static func row(_ action: ActionHistory, _ periods: [History.Label]) -> String {
    let change = action.change.map { "<p>\(HistoryFormat.sentence($0).escapedForMarkup)</p>" } ?? ""
    return """
      <article class="history">
      <h3>\(action.action.escapedForMarkup) <span class="note">\(action.rate.text.escapedForMarkup)</span></h3>
      \(chart(zip(periods, action.rates).suffix(mostBars)))\(change)
      </article>

      """
  }

  private static func chart(_ periods: [(label: History.Label, rate: Rate)]) -> String {
    let highest = max(periods.map(\.rate.share).max() ?? 0, 1e-9)
    let bars = periods.enumerated().map { index, period in
      let rate = period.rate
      let size = rate.total == 0 ? 0 : max(1, rate.share / highest * (height - 2))
      let x = String(format: "%.0f", Double(index) * barWidth)
      return "<rect x=\"\(x)\" y=\"\(String(format: "%.1f", height - size))\" width=\"\(Int(barWidth) - 1)\" "
        + "height=\"\(String(format: "%.1f", size))\"><title>\("\(period.label.name) (\(period.label.day)): \(rate.text)".escapedForMarkup)</title></rect>"
    }
    let width = Int(Double(periods.count) * barWidth)
    return
      "<svg class=\"bars\" role=\"img\" aria-label=\"\(periods.count.counted("period"))\" viewBox=\"0 0 \(width) \(Int(height))\" "
      + "width=\"\(width)\" height=\"\(Int(height))\">\(bars.joined())</svg>"
  }
}
