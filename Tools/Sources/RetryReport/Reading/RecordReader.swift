internal import Foundation

/// Reads files and folders of records, a piece at a time.
public struct RecordReader {
  private let paths: [String]

  /// - Parameter paths: Files, folders with files that end in `.jsonl`, at any depth, and `-` for standard input.
  public init(_ paths: [String]) {
    self.paths = paths
  }

  /// Reads everything.
  func read<Collector: RowCollector>(into collector: inout Collector) async -> Input {
    let files = RecordFiles(paths)
    var pass = ReadingPass(collector: collector, input: files.input)
    for (number, path) in files.paths.enumerated() { await pass.read(path, number) }
    pass.endOfInput(files.paths)
    collector = pass.collector
    return pass.input
  }
}

/// The files that are read, one after the other.
private struct ReadingPass<Collector: RowCollector> {
  var collector: Collector
  var input: Input
  private var names = ActionNames()
  private var order = RowOrder()
  /// Each process writes one file.
  private var open = OpenSteps()

  init(collector: Collector, input: Input) {
    self.collector = collector
    self.input = input
  }

  mutating func read(_ path: String, _ number: Int) async {
    let folder = path.folder
    var skipped = SkippedLines()
    // The process whose last row has no line break: it could write no more. One that is killed leaves a torn line at most.
    var cut: Substring?
    do {
      let isStandardInput = path == RecordFiles.standardInput
      let handle: FileHandle =
        isStandardInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      var chunks = DecodedChunks(of: handle)
      while let lines = try await chunks.next() {
        skipped += lines.skipped
        cut = chunks.isWhole ? nil : lines.rows.last?.process
        for row in lines.rows {
          if let rows = order.add(row, in: number) { add(rows, folder) } else { skipped.repeated += 1 }
        }
        for place in lines.leftOut { order.leaveOut(place, in: number) }
      }
      skipped.foreign += chunks.skippedLines
      input.files += 1
    } catch {
      input.note("cannot be read: \(error.shortDescription)", of: path)
    }
    add(order.rest(), folder)
    if let cut, open.hasNoEnd(of: cut) { input.noteEarlyEnd(of: path) }
    let (dead, running) = open.endOfInput(of: &collector) { $0.process != cut && order.isWhole(after: $0) }
    input.dead += dead
    for step in running { input.problems.append("\(path): \(step.stepInTest) was still running when the tests ended") }
    open = OpenSteps()
    input.skipped += skipped
    if skipped.total > 0 { input.problems.append("\(path): skipped \(skipped.description)") }
  }

  private mutating func add(_ rows: [Row], _ folder: String) {
    for var row in rows {
      input.rows += 1
      row.folder = folder
      if row.subject != .test { row.action = names.name(of: row.action) }
      open.add(row, to: &collector)
    }
  }

  mutating func endOfInput(_ paths: [String]) {
    for (file, lost) in order.lost.sorted(by: { $0.key < $1.key }) {
      input.lostRows += lost
      input.problems.append("\(paths[file]): \(lost.counted("row")) lost, by the numbers of the others")
    }
    input.problems += [names.problem].compactMap { $0 }
  }
}

extension Error {
  /// The text of the system, without the name of the domain.
  package var shortDescription: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let error = underlying ?? self as NSError
    return error.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
  }
}
