internal import Foundation

/// The part of the page that draws the rate of each action from run to run.
enum HistorySection {
  private static let height = 24.0
  private static let barWidth = 6.0
  /// Older periods than these are not drawn.
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
