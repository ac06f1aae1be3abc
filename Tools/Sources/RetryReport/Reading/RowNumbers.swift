internal import Foundation

/// The numbers of the rows that have been read.
///
/// A process numbers its rows from 1 without gaps. So the numbers show a file under two names, a log that was merged twice or
/// sorted, a missing row, and two rows of which only one can be true.
struct RowNumbers {
  enum Sort {
    case new, repeated
    /// Another row with other contents has the same number.
    case contradicting
  }

  /// The largest plausible number; a row with a larger one is not checked.
  private static let largest = 1 << 40

  private struct Process {
    private var seen = IndexSet()
    /// A part of the digest of each row, by hundreds of rows.
    private var digests: [Int: [UInt32]] = [:]
    /// The lines after its last row that may be rows of it, and those of them that a gap shows to be rows.
    var unknown = 0
    private(set) var explained = 0
    /// The number of the file with its last row.
    private(set) var file = 0
    /// The numbers of the files with a row that comes after a later one.
    private(set) var unordered: Set<Int> = []

    mutating func insert(_ number: Int, _ digest: Int, in file: Int) -> Sort {
      let (hundred, place, part) = (number / 100, number % 100, UInt32(truncatingIfNeeded: digest))
      // The result of `IndexSet.insert` is wrong on Linux.
      if seen.contains(number) { return digests[hundred]?[place] == part ? .repeated : .contradicting }
      digests[hundred, default: Array(repeating: 0, count: 100)][place] = part
      if let last = seen.last, number < last { unordered.insert(file) }
      explained += min(unknown, max(0, number - (seen.last ?? 0) - 1))
      unknown = 0
      seen.insert(number)
      self.file = file
      return .new
    }

    /// The number of rows from a number on that are missing although later ones have been read.
    ///
    /// Rows after the last one are unknown: the process may have died, or it may still be writing.
    func missing(from first: Int) -> Int {
      guard let last = seen.last, (1...last).contains(first) else { return 0 }
      return last - first + 1 - seen.count(in: first...last)
    }
  }

  private var processes: [Int: Process] = [:]

  /// Notes a row.
  ///
  /// - Parameter file: The number of its file.
  mutating func insert(_ row: Row, in file: Int) -> Sort {
    guard let number = row.number, (1...Self.largest).contains(number), !row.process.isEmpty else { return .new }
    return processes[Self.name(of: row), default: Process()].insert(number, row.digest, in: file)
  }

  /// Notes lines that may be rows of the process that wrote the row before them.
  mutating func noteUnknown(_ count: Int, after row: Row?) {
    if count > 0, let row { processes[Self.name(of: row)]?.unknown += count }
  }

  /// The numbers of the files in which a gap is a line that cannot be decoded.
  var explained: Set<Int> { Set(processes.values.filter { $0.explained > 0 }.map(\.file)) }

  /// Whether no row is missing that the process wrote after this one; false if its rows are not in order.
  func isWhole(after row: Row) -> Bool {
    guard let process = processes[Self.name(of: row)], let number = row.number else { return true }
    return process.missing(from: number) == 0 && process.unordered.isEmpty
  }

  /// The number of missing rows, by the number of a file with other rows of their process.
  var lost: [Int: Int] {
    processes.values.reduce(into: [:]) { $0[$1.file, default: 0] += $1.missing(from: 1) - $1.explained }.filter {
      $0.value > 0
    }
  }

  /// The numbers of the files with a row that comes after a later one of its process.
  var unordered: Set<Int> { processes.values.reduce(into: []) { $0.formUnion($1.unordered) } }

  /// The key of a process; rows that were copied into another run belong to another process.
  private static func name(of row: Row) -> Int { [row.process, row.runID[...]].hashValue }
}
