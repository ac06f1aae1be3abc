/// Puts the rows of each process into the order in which it wrote them, and leaves out those that it has had.
///
/// A process numbers its rows from 1 on without a gap. So a file under two names or a log that was merged twice is
/// known, and a log that was sorted too.
struct RowOrder {
  /// The number of rows that wait for those before them.
  static let mostHeld = 10_000
  /// The number of processes whose rows are known; those of more are taken as they come.
  private static let mostProcesses = 200_000
  /// The number of runs of numbers that are kept of a process.
  private static let mostRanges = 10_000

  private struct Process {
    /// The numbers of the rows that have come, in order.
    var seen: [ClosedRange<Int64>] = []
    /// The number of the row that is next in order.
    var next: Int64 = 1

    /// - Returns: False if the row has come before.
    mutating func insert(_ number: Int64) -> Bool {
      var (low, high) = (0, seen.count)
      if let last = seen.last, last.upperBound < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if seen[middle].upperBound < number { low = middle + 1 } else { high = middle }
      }
      if low < seen.count, seen[low].contains(number) { return false }
      let joinsLeft = low > 0 && seen[low - 1].upperBound == number - 1
      let joinsRight = low < seen.count && seen[low].lowerBound == number + 1
      switch (joinsLeft, joinsRight) {
      case (true, true):
        seen[low - 1] = seen[low - 1].lowerBound...seen[low].upperBound
        seen.remove(at: low)
      case (true, false): seen[low - 1] = seen[low - 1].lowerBound...number
      case (false, true): seen[low] = number...seen[low].upperBound
      case (false, false): seen.insert(number...number, at: low)
      }
      if seen.count > RowOrder.mostRanges { seen.removeFirst() }
      return true
    }
  }

  private var processes: [Int: Process] = [:]
  /// The rows that wait, by process and number.
  private var held: [Int: [Int64: Row]] = [:]
  private var heldCount = 0

  /// The rows that are next, the row among them or not; nil if it has come before.
  mutating func add(_ row: Row) -> [Row]? {
    // A process is of one run: rows that somebody has copied into another run are of another process.
    let name = [String(row.process), row.runID].hashValue
    guard let number = row.number, number > 0, number < .max, !row.process.isEmpty,
      processes[name] != nil || processes.count < Self.mostProcesses
    else { return [row] }
    guard processes[name, default: Process()].insert(number) else { return nil }
    let next = processes[name]?.next ?? 1
    if number < next { return [row] }
    if number > next {
      held[name, default: [:]][number] = row
      heldCount += 1
      return heldCount > Self.mostHeld ? rest() : []
    }
    var ready = [row]
    while let row = held[name]?.removeValue(forKey: number + Int64(ready.count)) { ready.append(row) }
    processes[name]?.next = number + Int64(ready.count)
    heldCount -= ready.count - 1
    return ready
  }

  /// The rows that wait for others, which do not come.
  mutating func rest() -> [Row] {
    let rows = held.map { name, rows in
      let numbers = rows.keys.sorted()
      if let last = numbers.last { processes[name]?.next = last + 1 }
      return numbers.compactMap { rows[$0] }
    }
    (held, heldCount) = ([:], 0)
    return rows.sorted { ($0.first?.stepID ?? "") < ($1.first?.stepID ?? "") }.flatMap(\.self)
  }
}
