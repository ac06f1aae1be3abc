internal import Foundation

/// The part of the page that draws the rate of each action from run to run.
enum HistorySection {
  private static let height = 24.0
  private static let barWidth = 6
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

  private static func chart(_ action: ActionHistory, _ bars: Bars) -> String {
    let columns = zip(bars.labels, bars.rates(of: action)).enumerated().map { index, bar in
      column(at: index * barWidth, bar.0, bar.1, bars.height(bar.1))
    }
    let width = columns.count * barWidth
    return
      "<svg class=\"bars\" role=\"img\" aria-label=\"\(columns.count.counted("run"))\" viewBox=\"0 0 \(width) \(Int(height))\" "
      + "width=\"\(width)\" height=\"\(Int(height))\">\(columns.joined())</svg>"
  }

  /// A bar in a room that is as high as the chart, so that the smallest has its title too.
  private static func column(at x: Int, _ label: History.Label, _ rate: Rate, _ share: Double) -> String {
    if rate.total == 0 { return "" }
    let size = max(1, share * height)
    return "<g><title>\("\(label.text): \(rate.text)".escapedForMarkup)</title>"
      + rectangle(at: x, size: height, style: " class=\"room\"") + rectangle(at: x, size: size, style: "") + "</g>"
  }

  private static func rectangle(at x: Int, size: Double, style: String) -> String {
    "<rect\(style) x=\"\(x)\" y=\"\(String(format: "%.1f", height - size))\" width=\"\(barWidth - 1)\" "
      + "height=\"\(String(format: "%.1f", size))\"/>"
  }
}
