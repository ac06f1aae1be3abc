internal import Foundation

/// The numbers of the rows that have been read.
///
/// A process numbers its rows from 1 without gaps. So the numbers show a file under two names, a log that was merged twice or
/// sorted, and a missing row.
struct RowNumbers {
  /// The largest plausible number; a row with a larger one is not checked.
  private static let largest = 1 << 40

  private struct Process {
    var seen = IndexSet()
    /// The number of the file with its last row.
    var file = 0
    /// The numbers of the files with a row that comes after a later one.
    var unordered: Set<Int> = []

    /// The number of rows from a number on that are missing although later ones have been read.
    ///
    /// Rows after the last one are unknown: the process may have died, or it may still be writing.
    func missing(from first: Int) -> Int {
      guard let last = seen.last, (1...last).contains(first) else { return 0 }
      return last - first + 1 - seen.count(in: first...last)
    }
  }

  private var processes: [Int: Process] = [:]

  /// Notes a row, and returns whether it is new.
  ///
  /// - Parameter file: The number of its file.
  mutating func insert(_ row: Row, in file: Int) -> Bool {
    guard let number = row.number, (1...Self.largest).contains(number), !row.process.isEmpty else { return true }
    let name = Self.name(of: row)
    // The result of `insert` is wrong on Linux.
    if processes[name]?.seen.contains(number) == true { return false }
    if let last = processes[name]?.seen.last, number < last { processes[name]?.unordered.insert(file) }
    processes[name, default: Process()].seen.insert(number)
    processes[name]?.file = file
    return true
  }

  /// Whether no row is missing that the process wrote after this one; false if its rows are not in order.
  func isWhole(after row: Row) -> Bool {
    guard let process = processes[Self.name(of: row)], let number = row.number else { return true }
    return process.missing(from: number) == 0 && process.unordered.isEmpty
  }

  /// The number of missing rows, by the number of a file with other rows of their process.
  var lost: [Int: Int] {
    processes.values.reduce(into: [:]) { $0[$1.file, default: 0] += $1.missing(from: 1) }.filter { $0.value > 0 }
  }

  /// The numbers of the files with a row that comes after a later one of its process.
  var unordered: Set<Int> { processes.values.reduce(into: []) { $0.formUnion($1.unordered) } }

  /// The key of a process; rows that were copied into another run belong to another process.
  private static func name(of row: Row) -> Int { [row.process, row.runID[...]].hashValue }
}
