internal import Foundation

/// Reads files and folders of records, a chunk at a time.
public struct RecordReader {
  private let found: RecordFiles

  /// - Parameter paths: Files, folders with files that end in `.jsonl`, at any depth, and `-` for standard input.
  public init(_ paths: [String]) {
    found = RecordFiles(paths)
  }

  /// Whether there is a file to read, or something that cannot be read.
  public var hasInput: Bool {
    !files.isEmpty || found.input.unread.contains(where: FileManager.default.fileExists)
  }

  /// The files to read, without those that are missing.
  public var files: [String] { found.paths }

  /// A text for each path without files, and for files that are not read.
  public var problems: [String] { found.input.problems }

  /// - Parameter finish: Receives each step, test or wait, whether it finished or not, with its failed attempts.
  func read(_ finish: (Row, OpenStep) -> Void) async -> Input {
    var pass = ReadingPass(input: found.input)
    for (number, path) in files.enumerated() { await pass.read(path, number, finish) }
    pass.endOfInput(files, finish)
    return pass.input
  }
}

/// One pass over the files, one after the other.
private struct ReadingPass {
  var input: Input
  var names = ActionNames()
  var numbers = RowNumbers()
  var open = OpenSteps()
  /// The files without a line break at the end, by the process of their last row, which could write no more.
  ///
  /// A process that is killed leaves at most a torn line.
  var cut: [Substring: String] = [:]
  /// The files without a line.
  var empty: [String] = []

  mutating func read(_ path: String, _ number: Int, _ finish: (Row, OpenStep) -> Void) async {
    var skipped = SkippedLines()
    var contradicting = 0
    var contradictions: [String] = []
    var hasRow = false
    var start = Data()
    do {
      var chunks = try DecodedFile(path)
      var (last, lastOfChunk): (Row?, Row?)
      while let lines = try await chunks.next() {
        skipped += lines.skipped
        hasRow = hasRow || !lines.rows.isEmpty
        lastOfChunk = lines.rows.last
        for row in lines.rows {
          var row = row
          // A row that cannot be read may lack its run.
          if row.runID.isEmpty, row.kind == nil, let last, last.process == row.process { row.runID = last.runID }
          last = row
          // A row that is skipped for its version, kind or numbers would otherwise count as missing too.
          switch numbers.insert(row, in: number) {
          case .repeated: skipped.repeated += 1
          case .contradicting: contradicting += 1
          case .new where row.version > Row.newestVersion:
            skipped.newer += 1
            open.leaveOut(row)
          case .new where open.contradiction(to: row) != nil:
            contradictions += [open.contradiction(to: row)].compactMap(\.self)
            open.leaveOut(row)
          case .new where row.kind == nil || !row.isPlausible:
            skipped.unreadable += 1
            open.leaveOut(row)
          case .new: add(row, finish)
          }
        }
      }
      start = chunks.start
      if !chunks.isWhole, let lastOfChunk { cut[lastOfChunk.process] = path }
      input.files += 1
      if !hasRow, skipped.total == 0 { empty.append(path) }
    } catch {
      input.note("cannot be read: \(error.shortDescription)", of: path)
    }
    if contradicting > 0 {
      let rows = contradicting == 1 ? "1 row has the same number" : "\(contradicting) rows have the same numbers"
      input.errors.append("\(path): \(rows) as other rows of the same process, but different contents")
    }
    if !contradictions.isEmpty { input.errors.append("\(path): \(contradictions.listed)") }
    let isOther = !hasRow && skipped.torn + skipped.foreign > 0 && !skipped.hasRecords
    if let kind = isOther ? FileKind(path, start) : nil {
      input.note("is \(kind.rawValue), not a file of records", of: path)
    } else if skipped.total > 0 {
      input.skipped += skipped
      input.problems.append("\(path): skipped \(skipped.description)")
      // Of a torn line nobody knows which process wrote it, or whether that process wrote any other.
      if skipped.torn > 0 { input.unread.append("\(skipped.torn.counted("torn line")) of \(path)") }
    }
  }

  private mutating func add(_ row: Row, _ finish: (Row, OpenStep) -> Void) {
    var row = row
    input.rows += 1
    if row.subject != .test {
      let name = names.name(of: row.action)
      if name != row.action { row.action = name }
    }
    open.add(row, finish)
  }

  mutating func endOfInput(_ paths: [String], _ finish: (Row, OpenStep) -> Void) {
    let early = cut.filter { open.hasNoEnd(of: $0.key) }
    let (dead, unfinished) = open.endOfInput(finish) { early[$0.process] == nil && numbers.isWhole(after: $0) }
    input.dead = dead
    for step in unfinished { input.problems.append("\(step.stepInTest) did not finish") }
    for (file, lost) in numbers.lost.sorted(by: { $0.key < $1.key }) {
      input.lostRows += lost
      input.noteGap("\(paths[file]): \(lost.counted("row")) missing (gaps in the sequence numbers)")
    }
    for path in early.values.sorted() {
      input.noteGap("\(path): ends before its process did, for example because a disk was full")
    }
    for file in numbers.unordered.sorted() {
      input.noteGap("\(paths[file]): rows are not in the order in which they were written")
    }
    if let gap = open.gap { input.noteGap(gap) }
    // Without any row, the command says so itself.
    if input.rows > 0 { for path in empty { input.noteGap("\(path): is empty") } }
    input.problems += [names.problem].compactMap { $0 }
  }
}

extension Error {
  /// The text of the system, without the domain of the error.
  package var shortDescription: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let error = (underlying ?? self) as NSError
    return error.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(error.code))) : error.localizedFailureReason ?? error.localizedDescription
  }
}
