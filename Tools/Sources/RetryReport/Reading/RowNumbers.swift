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
    /// A part of the digest of each row, by hundreds of rows; 0 for a row that has not been read.
    private var digests: [Int: [UInt32]] = [:]
    private var last = 0
    /// The number of the file with its last row.
    private(set) var file = 0
    /// The numbers of the files with a row that comes after a later one.
    private(set) var unordered: Set<Int> = []

    mutating func insert(_ number: Int, _ digest: Int, in file: Int) -> Sort {
      let (hundred, place, part) = (number / 100, number % 100, UInt32(truncatingIfNeeded: digest) | 1)
      let known = digests[hundred]?[place] ?? 0
      if known != 0 { return known == part ? .repeated : .contradicting }
      digests[hundred, default: Array(repeating: 0, count: 100)][place] = part
      if number < last { unordered.insert(file) }
      last = max(last, number)
      self.file = file
      return .new
    }

    /// The number of rows from a number on that are missing although later ones have been read.
    ///
    /// Rows after the last one are unknown: the process may have died, or it may still be writing.
    func missing(from first: Int) -> Int {
      guard (1...max(1, last)).contains(first) else { return 0 }
      let later = digests.reduce(0) { sum, hundred in
        sum + hundred.value.enumerated().count { $1 != 0 && hundred.key * 100 + $0 >= first }
      }
      return last - first + 1 - later
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
