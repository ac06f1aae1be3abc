/// The best split of each of several series, for any order of the periods.
///
/// An order costs one pass over the rates that there are.
struct BestSplits {
  /// The rate of a series in a period.
  private struct Cell {
    let series: Int
    let count: Int
    let total: Int
  }

  private var series: [SplitSeries] = []
  /// The cells of each period, one period after the other.
  private var cells: [Cell] = []
  private var cellsOfPeriod: [Range<Int>] = []
  private let logs: LogTable
  /// The periods in which there is a rate.
  private(set) var periods: [Int] = []
  /// The score of the best split of each series.
  private(set) var scores: [Double]

  init(_ all: [[PeriodRate]]) {
    let count = (all.compactMap(\.last?.period).max() ?? -1) + 1
    var byPeriod: [[Cell]] = Array(repeating: [], count: count)
    for (index, points) in all.enumerated() {
      series.append(SplitSeries(points.map(\.rate)))
      for point in points {
        byPeriod[point.period].append(Cell(series: index, count: point.rate.count, total: point.rate.total))
      }
    }
    for (period, ofPeriod) in byPeriod.enumerated() {
      if !ofPeriod.isEmpty { periods.append(period) }
      cellsOfPeriod.append(cells.count..<cells.count + ofPeriod.count)
      cells += ofPeriod
    }
    scores = Array(repeating: 0, count: all.count)
    logs = LogTable(upTo: series.map(\.whole.total).max() ?? 0)
  }

  /// The last period before the best split of each series.
  var lastPeriods: [Int] { series.map(\.lastPeriod) }

  mutating func find(in order: [Int]) {
    for index in series.indices { series[index].begin() }
    logs.read { logs in
      series.withUnsafeMutableBufferPointer { series in
        for period in order {
          for cell in cells[cellsOfPeriod[period]] {
            series[cell.series].add(cell.count, of: cell.total, in: period, logs)
          }
        }
      }
    }
    for index in series.indices { scores[index] = series[index].score }
  }
}
