internal import Foundation

/// Puts the rows of each process into the order in which it wrote them, and leaves out those that it has had.
///
/// A process numbers its rows from 1 on without a gap. So a file under two names or a log that was merged twice is
/// known, a log that was sorted too, and a row that is lost.
struct RowOrder {
  /// The number of rows that wait for those before them.
  static let mostHeld = 10_000
  /// The number beyond which a row is taken as it comes, because no process writes so many.
  private static let largestNumber = 1 << 40
  /// The number of processes whose rows are known; those of more are taken as they come.
  private static let mostProcesses = 200_000

  private struct Process {
    /// The numbers of the rows that have come.
    var seen = IndexSet()
    /// The numbers of lines that were left out, and are told of as such.
    var leftOut = IndexSet()
    /// The number of the row that is next in order.
    var next = 1
    /// The number of the file that had the last line of it.
    var file = 0

    /// The number of rows that have not come although later ones have.
    var lost: Int { max(seen.last ?? 0, leftOut.last ?? 0) - seen.count - leftOut.count }
  }

  private var processes: [Int: Process] = [:]
  /// The rows that wait, by process and number.
  private var held: [Int: [Int: Row]] = [:]
  private var heldCount = 0

  /// The rows that are next, the row among them or not; nil if it has come before.
  ///
  /// - Parameter file: The number of the file that it is in.
  mutating func add(_ row: Row, in file: Int = 0) -> [Row]? {
    guard let (name, number) = entry(RowPlace(row), in: file) else { return [row] }
    // What `insert` returns is wrong on Linux.
    if processes[name]?.seen.contains(number) == true { return nil }
    processes[name]?.seen.insert(number)
    processes[name]?.leftOut.remove(number)
    let next = processes[name]?.next ?? 1
    if number < next { return [row] }
    if number > next {
      held[name, default: [:]][number] = row
      heldCount += 1
      return heldCount > Self.mostHeld ? rest() : []
    }
    var ready = [row]
    while let row = held[name]?.removeValue(forKey: number + ready.count) { ready.append(row) }
    processes[name]?.next = number + ready.count
    heldCount -= ready.count - 1
    return ready
  }

  /// Notes a line that is no row and that is told of as such, so that it is not lost too.
  mutating func leaveOut(_ place: RowPlace, in file: Int) {
    guard let (name, number) = entry(place, in: file), processes[name]?.seen.contains(number) == false else { return }
    processes[name]?.leftOut.insert(number)
  }

  /// The key of a process, which is made, and the number in it; nil for a row that is taken as it comes.
  private mutating func entry(_ place: RowPlace, in file: Int) -> (name: Int, number: Int)? {
    let name = Self.name(of: place)
    guard let number = place.number, (1...Self.largestNumber).contains(number), !place.process.isEmpty,
      processes[name] != nil || processes.count < Self.mostProcesses
    else { return nil }
    processes[name, default: Process()].file = file
    return (name, number)
  }

  /// True if no row is lost that its process wrote after that row.
  func isWhole(after row: Row) -> Bool {
    guard let process = processes[Self.name(of: RowPlace(row))], let number = row.number,
      let last = process.seen.last, (1...last).contains(number)
    else { return true }
    let had = process.leftOut.isEmpty ? process.seen : process.seen.union(process.leftOut)
    return had.contains(integersIn: number...last)
  }

  /// A process is of one run: rows that were copied into another run are of another process.
  private static func name(of place: RowPlace) -> Int { [place.process, place.run[...]].hashValue }

  /// The number of rows that are lost, by the number of a file that has others of their process.
  ///
  /// Rows behind the last one are not known: the process may have died, or write still.
  var lost: [Int: Int] {
    processes.values.reduce(into: [:]) { lost, process in
      if process.lost > 0 { lost[process.file, default: 0] += process.lost }
    }
  }

  /// The rows that wait for others, which do not come.
  mutating func rest() -> [Row] {
    let rows = held.map { name, rows in
      let numbers = rows.keys.sorted()
      if let last = numbers.last { processes[name]?.next = last + 1 }
      return numbers.compactMap { rows[$0] }
    }
    held = [:]
    heldCount = 0
    return rows.sorted { ($0.first?.stepID ?? "") < ($1.first?.stepID ?? "") }.flatMap(\.self)
  }
}
