internal import Foundation

/// The part of the page that draws the rate of each action from run to run.
enum HistorySection {
  /// The number of periods that are drawn, the newest.
  private static let mostBars = 120
  /// The number of actions that are drawn.
  private static let mostActions = 100

  static func render(_ history: History) -> String {
    // A single run has no history.
    guard history.periods.count > 1 else { return "" }
    let flaky = history.actions.filter { $0.rate.count > 0 }
    if flaky.isEmpty { return "" }
    let drawn = (flaky.filter { $0.change != nil } + flaky.filter { $0.change == nil }).prefix(mostActions)
    let bars = Bars(history, newest: mostBars)
    let rest = flaky.count > drawn.count ? " \(drawn.count) of \(flaky.count) actions." : ""
    return """
      <section>
      <h2>From run to run</h2>
      <p class="note">First attempts that failed. \(bars.caption.escapedForMarkup)\(rest)</p>
      <p class="note">\(history.headline.escapedForMarkup)</p>
      \(drawn.map { row($0, bars) }.joined())</section>

      """
  }

  private static func row(_ action: ActionHistory, _ bars: Bars) -> String {
    let change = action.change.map { "<p>\($0.sentence.escapedForMarkup)</p>" } ?? ""
    return """
      <article class="history">
      <h3>\(action.action.escapedForMarkup) <span class="note">\(action.rate.text.escapedForMarkup)</span></h3>
      \(chart(action, bars))\(change)
      </article>

      """
  }

  /// A bar for each run, which is an item of a list: its text is that of the bar that is pointed at or has the focus.
  private static func chart(_ action: ActionHistory, _ bars: Bars) -> String {
    let items = zip(bars.labels, bars.rates(of: action)).map { label, rate in
      rate.total == 0
        ? "<li class=\"none\"><span>\("\(label.text): did not run".escapedForMarkup)</span></li>"
        : "<li style=\"--share:\(String(format: "%.1f", bars.height(rate) * 100))%\">"
          + "<span>\("\(label.text): \(rate.text)".escapedForMarkup)</span></li>"
    }
    return "<ol class=\"bars\">\(items.joined())</ol>"
  }
}
