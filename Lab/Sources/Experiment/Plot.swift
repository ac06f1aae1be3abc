import Foundation

/// Two panels over the flake rate: the flaky failures that are left, and the time; as SVG that follows the reader's theme.
enum Plot {
  private struct Panel {
    let title: String
    let unit: String
    let left: Double
    /// The values at the bottom and at the top.
    let range: ClosedRange<Double>
    let value: (Tally) -> Double
    let interval: (Tally) -> ClosedRange<Double>?
  }

  private static let width = 340.0
  private static let height = 220.0
  private static let top = 56.0

  static func svg(_ tallies: [Tally], flakeFreeSeconds: Double) -> String {
    let time: (Tally) -> Double = { $0.relativeTime(flakeFree: flakeFreeSeconds) }
    let panels = [
      Panel(
        title: "Tests that fail without a bug",
        unit: "%",
        left: 52,
        range: 0...max(1, (tallies.map { share($0).interval.upperBound * 100 }.max() ?? 1).rounded(.up)),
        value: { share($0).value * 100 },
        interval: { share($0).interval.lowerBound * 100...share($0).interval.upperBound * 100 }
      ),
      Panel(
        title: "Time, as a multiple of the flake-free run",
        unit: "×",
        left: 472,
        range: 1...max(1.1, ((tallies.map(time).max() ?? 2) * 10).rounded(.up) / 10),
        value: time,
        interval: { _ in nil }
      ),
    ]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 350" font-family="system-ui, sans-serif" font-size="13">
      <title>Flaky failures and time over the flake rate of a step, for four strategies</title>
      <style>
      .panel { fill: none; stroke: #8a929b; } text { fill: #1c1e21; } .tick { fill: #5d6570; font-size: 12px; }
      .s0 { stroke: #c62f2f; fill: #c62f2f; } .s1 { stroke: #b26a00; fill: #b26a00; }
      .s2 { stroke: #0b5cad; fill: #0b5cad; } .s3 { stroke: #2e7d4f; fill: #2e7d4f; }
      polyline { fill: none !important; stroke-width: 2; } line.error { stroke-width: 1.5; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6e8ea; } .tick { fill: #9aa3ad; }
        .s0 { stroke: #f07171; fill: #f07171; } .s1 { stroke: #e5a23d; fill: #e5a23d; }
        .s2 { stroke: #7ab7ff; fill: #7ab7ff; } .s3 { stroke: #63c28a; fill: #63c28a; }
      }
      </style>
      \(legend)
      \(panels.map { draw($0, tallies) }.joined(separator: "\n"))
      </svg>

      """
  }

  private static func share(_ tally: Tally) -> Share { Share(count: tally.flakyFailures, total: tally.tests) }

  private static var legend: String {
    Strategy.allCases.enumerated().map { index, strategy in
      let x = 52 + Double(index) * 130
      return "<circle class=\"s\(index)\" cx=\"\(x + 5)\" cy=\"16\" r=\"5\"/>"
        + "<text x=\"\(x + 16)\" y=\"20\">\(strategy.rawValue)</text>"
    }
    .joined(separator: "\n")
  }

  private static func draw(_ panel: Panel, _ tallies: [Tally]) -> String {
    let rates = Simulation.flakeRates
    func x(_ rate: Double) -> Double {
      panel.left + 24 + Double(rates.firstIndex(of: rate) ?? 0) / Double(rates.count - 1) * (width - 48)
    }
    func y(_ value: Double) -> Double {
      let share = (value - panel.range.lowerBound) / (panel.range.upperBound - panel.range.lowerBound)
      return top + height * (1 - share)
    }
    var parts = [
      "<text x=\"\(panel.left)\" y=\"\(top - 10)\">\(panel.title)</text>",
      "<rect class=\"panel\" x=\"\(panel.left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    for tick in 0...4 {
      let value = panel.range.lowerBound + (panel.range.upperBound - panel.range.lowerBound) * Double(tick) / 4
      let label = String(format: panel.unit == "×" ? "%.1f×" : "%.0f %%", value)
      parts.append(
        "<text class=\"tick\" x=\"\(panel.left - 6)\" y=\"\(y(value) + 4)\" text-anchor=\"end\">\(label)</text>"
      )
    }
    for rate in rates {
      parts.append(
        "<text class=\"tick\" x=\"\(x(rate))\" y=\"\(top + height + 18)\" text-anchor=\"middle\">"
          + String(format: "%.0f %%", rate * 100) + "</text>"
      )
    }
    parts.append(
      "<text class=\"tick\" x=\"\(panel.left + width / 2)\" y=\"\(top + height + 38)\" text-anchor=\"middle\">"
        + "flake rate of each of the three steps</text>"
    )
    for (index, strategy) in Strategy.allCases.enumerated() {
      let points = tallies.filter { $0.strategy == strategy }
      // Side by side, so that equal lines can be told apart.
      let shift = (Double(index) - 1.5) * 4
      let line = points.map { "\(x($0.scenario.flakeRate) + shift),\(y(panel.value($0)))" }.joined(separator: " ")
      parts.append("<polyline class=\"s\(index)\" points=\"\(line)\"/>")
      for point in points {
        let (px, py) = (x(point.scenario.flakeRate) + shift, y(panel.value(point)))
        parts.append("<circle class=\"s\(index)\" cx=\"\(px)\" cy=\"\(py)\" r=\"4\"/>")
        if let interval = panel.interval(point) {
          parts.append(
            "<line class=\"error s\(index)\" x1=\"\(px)\" x2=\"\(px)\" y1=\"\(y(interval.lowerBound))\" "
              + "y2=\"\(y(interval.upperBound))\"/>"
          )
        }
      }
    }
    return parts.joined(separator: "\n")
  }
}
