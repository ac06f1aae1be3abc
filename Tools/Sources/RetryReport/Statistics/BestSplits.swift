/// The best split of each of several series, for any order of the periods.
///
/// An order costs one pass over the existing rates.
struct BestSplits {
  private var series: [SplitSeries]
  /// The rates of each period with their series, one period after the other.
  private var cells: [(series: Int, rate: SplitSeries.Cell)] = []
  private var cellsOfPeriod: [Range<Int>] = []
  private let logs: LogTable
  /// The periods that have a rate.
  private(set) var periods: [Int] = []
  /// The score of the best split of each series.
  private(set) var scores: [Double]

  init(_ all: [[PeriodRate]]) {
    let logs = LogTable(upTo: all.map { $0.reduce(0) { $0 + $1.rate.total } }.max() ?? 0)
    self.logs = logs
    series = all.map { SplitSeries($0.map(\.rate), logs) }
    scores = Array(repeating: 0, count: all.count)
    let count = (all.compactMap(\.last?.period).max() ?? -1) + 1
    var byPeriod: [[(series: Int, rate: SplitSeries.Cell)]] = Array(repeating: [], count: count)
    for (index, points) in all.enumerated() {
      for point in points { byPeriod[point.period].append((index, SplitSeries.Cell(point.rate))) }
    }
    for (period, ofPeriod) in byPeriod.enumerated() {
      if !ofPeriod.isEmpty { periods.append(period) }
      cellsOfPeriod.append(cells.count..<cells.count + ofPeriod.count)
      cells += ofPeriod
    }
  }

  /// The last period before the best split of each series.
  var lastPeriods: [Int] { series.map(\.lastPeriod) }

  mutating func find(in order: [Int]) {
    for index in series.indices { series[index].begin() }
    logs.read { logs in
      cells.withUnsafeBufferPointer { cells in
        series.withUnsafeMutableBufferPointer { series in
          for period in order {
            for index in cellsOfPeriod[period] { series[cells[index].series].add(cells[index].rate, in: period, logs) }
          }
        }
      }
    }
    for index in series.indices { scores[index] = series[index].score }
  }
}
