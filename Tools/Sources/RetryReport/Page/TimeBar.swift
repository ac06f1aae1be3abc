internal import Foundation

/// The bar of the time in steps.
extension Page {
  func timeBar() -> HTML {
    let total = max(report.outermostMs, report.lostMs)
    if total == 0 { return "" }
    let parts = TimePart.all(of: report, total).filter { $0.ms > 0 }
    let bar = parts.map { part -> HTML in
      let width = String(format: "%.3f", part.share * 100)
      return "<span class=\"\(part.style)\" style=\"width:\(width)%\" title=\"\(part.label)\"></span>"
    }
    let legend = parts.map { part -> HTML in "<li><span class=\"swatch \(part.style)\"></span>\(part.label)</li>" }
    let lost = (Double(report.lostMs) / Double(total)).asPercent
    return """
      <section>
      <h2>Where the time went</h2>
      <div class="bar" role="img" aria-label="Retries took \(lost) of the time in steps">\(bar)</div>
      <ul class="legend">\(legend)</ul>
      <p class="note">Time is counted once: what a step loses inside a failed attempt of another is lost by that one.</p>
      </section>

      """
  }
}

/// A part of the time in steps.
private struct TimePart {
  /// The number of actions with a part of their own.
  private static let mostActions = 4

  let name: String
  let ms: Int64
  let style: String
  /// The share of the whole, 0 to 1.
  let share: Double

  private init(_ name: String, _ ms: Int64, of total: Int64, style: String) {
    self.name = name
    self.ms = ms
    self.style = style
    share = Double(ms) / Double(total)
  }

  var label: String { "\(name): \(ms.asTime) (\(share.asPercent))" }

  /// The work, and the retries of the most costly actions.
  static func all(of report: Report, _ total: Int64) -> [TimePart] {
    let costly = report.lostMsByAction.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = costly.prefix(mostActions).enumerated().map { index, action in
      TimePart("Retries of \(action.key.printable)", action.value, of: total, style: "tax\(index)")
    }
    let others = costly.dropFirst(mostActions).map(\.value).sum
    return [TimePart("Work", total - report.lostMs, of: total, style: "work")] + named
      + [TimePart("Other retries", others, of: total, style: "tax\(mostActions)")]
  }
}
