internal import Foundation

/// The bar of the time in steps.
enum TimeBar {
  /// The number of actions with a part of their own.
  private static let mostActions = 4

  private struct Part {
    let name: String
    let ms: Int64
    let style: String

    func label(_ share: Double) -> String { "\(name): \(ms.asTime) (\(share.asPercent))" }
  }

  static func render(_ report: Report) -> String {
    let total = max(report.outermostMs, report.lostMs)
    if total == 0 { return "" }
    let parts = parts(report, total).filter { $0.ms > 0 }
    let bar = parts.map { part in
      let share = Double(part.ms) / Double(total)
      return "<span class=\"\(part.style)\" style=\"width:\(String(format: "%.3f", share * 100))%\" "
        + "title=\"\(part.label(share).escapedForMarkup)\"></span>"
    }
    let legend = parts.map { part in
      "<li><span class=\"swatch \(part.style)\"></span>\(part.label(Double(part.ms) / Double(total)).escapedForMarkup)</li>"
    }
    return """
      <section>
      <h2>Where the time went</h2>
      <div class="bar" role="img" aria-label="Retries took \((Double(report.lostMs) / Double(total)).asPercent) of the time in steps">\(bar.joined())</div>
      <ul class="legend">\(legend.joined())</ul>
      <p class="note">Time is counted once: what a step loses inside a failed attempt of another is lost by that one.</p>
      </section>

      """
  }

  /// The work, and the retries of the most costly actions.
  private static func parts(_ report: Report, _ total: Int64) -> [Part] {
    let costly = report.lostMsByAction.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = costly.prefix(mostActions).enumerated().map { index, action in
      Part(name: "Retries of \(action.key.printable)", ms: action.value, style: "tax\(index)")
    }
    let others = costly.dropFirst(mostActions).map(\.value).sum
    return [Part(name: "Work", ms: total - report.lostMs, style: "work")] + named
      + [Part(name: "Other retries", ms: others, style: "tax\(mostActions)")]
  }
}
