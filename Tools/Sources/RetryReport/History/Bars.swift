/// The bars of all actions, on one scale.
struct Bars {
  private static let shapes: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private let history: History
  private let first: Int
  /// The number of periods in a bar.
  private let width: Int
  /// The highest share of all bars of all actions.
  private(set) var highest = 0.0

  /// - Parameters:
  ///   - most: The number of bars; more periods are drawn together.
  init(_ history: History, most: Int) {
    self.init(history, from: 0, width: max(1, (history.periods.count + most - 1) / most))
  }

  /// - Parameters:
  ///   - newest: The number of periods that are drawn, a bar for each.
  init(_ history: History, newest: Int) {
    self.init(history, from: max(0, history.periods.count - newest), width: 1)
  }

  private init(_ history: History, from first: Int, width: Int) {
    (self.history, self.first, self.width) = (history, first, width)
    for action in history.actions { highest = max(highest, rates(of: action).map(\.share).max() ?? 0) }
  }

  /// The periods that are drawn.
  var labels: ArraySlice<History.Label> { history.periods[first...] }

  /// A rate for each bar; its total is 0 if the action did not run.
  func rates(of action: ActionHistory) -> [Rate] {
    var rates = Array(repeating: Rate.zero, count: (labels.count + width - 1) / width)
    for point in action.points where point.period >= first {
      let bar = (point.period - first) / width
      rates[bar] = rates[bar] + point.rate
    }
    return rates
  }

  /// The share of the whole height that a bar has.
  func height(_ rate: Rate) -> Double { highest == 0 ? 0 : rate.share / highest }

  /// A character for each bar; a dot if the action did not run.
  func line(of action: ActionHistory) -> String {
    String(
      rates(of: action).map { rate in
        rate.total == 0 ? "·" : Self.shapes[Int((height(rate) * Double(Self.shapes.count - 1)).rounded())]
      }
    )
  }

  /// The meaning of the bars, such as `A bar for each run, from 41 (2026-11-01) to 60 (2026-11-20).`, and their scale.
  var caption: String {
    guard let from = labels.first, let to = labels.last else { return "" }
    let unit = width == 1 ? "each \(history.unit.rawValue)" : "every \(width.counted(history.unit.rawValue))"
    let scale = highest == 0 ? "." : "; the full height is \(highest.asPercent) for all actions."
    return "A bar for \(unit), from \(from.text) to \(to.text)\(scale)"
  }
}

extension History.Label {
  var shownName: String { name.isEmpty ? "unknown" : name.printable }

  /// Such as `41 (2026-11-01)`.
  var text: String {
    let name = shownName.truncated(to: 40)
    return day.isEmpty || day == self.name ? name : "\(name) (\(day))"
  }
}
