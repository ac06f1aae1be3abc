internal import Foundation

/// Puts the rows of each process into the order in which it wrote them, and drops duplicates.
///
/// A process numbers its rows from 1 without gaps. The numbers show a file under two names, a log that was merged twice or
/// sorted, and a missing row.
struct RowOrder {
  /// The maximum number of rows that wait for earlier ones.
  static let mostHeld = 10_000
  /// The largest plausible number; a row with a larger one is taken as it comes.
  private static let largestNumber = 1 << 40

  private struct Process {
    /// The numbers of the rows that have arrived.
    var seen = IndexSet()
    /// The numbers of skipped lines, which are reported as such.
    var leftOut = IndexSet()
    /// The number of the next row in order.
    var next = 1
    /// The number of the file with its last line.
    var file = 0
    /// The rows that wait, by number.
    var held: [Int: Row] = [:]

    /// The number of rows that are missing although later ones have arrived.
    var lost: Int { max(seen.last ?? 0, leftOut.last ?? 0) - seen.count - leftOut.count }
  }

  private var processes: [Int: Process] = [:]
  private var heldCount = 0

  /// The rows that are next in order, with or without this row; `nil` if it has come before.
  ///
  /// - Parameter file: The number of its file.
  mutating func add(_ row: Row, in file: Int = 0) -> [Row]? {
    guard let (name, number) = entry(RowPlace(row), in: file) else { return [row] }
    // The result of `insert` is wrong on Linux.
    if processes[name]?.seen.contains(number) == true { return nil }
    processes[name]?.seen.insert(number)
    processes[name]?.leftOut.remove(number)
    if let next = processes[name]?.next, number < next { return [row] }
    processes[name]?.held[number] = row
    heldCount += 1
    let ready = ready(of: name)
    return heldCount > Self.mostHeld ? ready + rest() : ready
  }

  /// The rows of a process that no longer wait for others.
  private mutating func ready(of name: Int) -> [Row] {
    var rows: [Row] = []
    while let next = processes[name]?.next {
      if let row = processes[name]?.held.removeValue(forKey: next) {
        rows.append(row)
      } else if processes[name]?.leftOut.contains(next) == false {
        break
      }
      processes[name]?.next = next + 1
    }
    heldCount -= rows.count
    return rows
  }

  /// Notes a skipped line, which is reported as such, so that it does not count as missing too.
  ///
  /// - Returns: The rows that waited for it.
  mutating func leaveOut(_ place: RowPlace, in file: Int) -> [Row] {
    guard let (name, number) = entry(place, in: file), processes[name]?.seen.contains(number) == false else {
      return []
    }
    processes[name]?.leftOut.insert(number)
    return ready(of: name)
  }

  /// The key of a process, which is created if needed, and the number in it; `nil` for a row that is taken as it comes.
  private mutating func entry(_ place: RowPlace, in file: Int) -> (name: Int, number: Int)? {
    let name = Self.name(of: place)
    guard let number = place.number, (1...Self.largestNumber).contains(number), !place.process.isEmpty else {
      return nil
    }
    processes[name, default: Process()].file = file
    return (name, number)
  }

  /// Whether no row is missing that the process wrote after this one.
  func isWhole(after row: Row) -> Bool {
    guard let process = processes[Self.name(of: RowPlace(row))], let number = row.number,
      let last = process.seen.last, (1...last).contains(number)
    else { return true }
    let had = process.leftOut.isEmpty ? process.seen : process.seen.union(process.leftOut)
    return had.contains(integersIn: number...last)
  }

  /// The key of a process; rows that were copied into another run belong to another process.
  private static func name(of place: RowPlace) -> Int { [place.process, place.run[...]].hashValue }

  /// The number of missing rows, by the number of a file with other rows of their process.
  ///
  /// Rows after the last one are unknown: the process may have died, or it may still be writing.
  var lost: [Int: Int] {
    processes.values.reduce(into: [:]) { lost, process in
      if process.lost > 0 { lost[process.file, default: 0] += process.lost }
    }
  }

  /// The rows that still wait for others, which will not arrive.
  mutating func rest() -> [Row] {
    let rows = processes.filter { !$0.value.held.isEmpty }.map { name, process in
      let rows = process.held.sorted { $0.key < $1.key }
      processes[name]?.next = (rows.last?.key ?? 0) + 1
      processes[name]?.held = [:]
      return rows.map(\.value)
    }
    heldCount = 0
    return rows.sorted { ($0.first?.stepID ?? "") < ($1.first?.stepID ?? "") }.flatMap(\.self)
  }
}
