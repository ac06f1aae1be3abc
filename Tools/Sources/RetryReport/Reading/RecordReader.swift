internal import Foundation

/// Reads files and folders of records, a piece at a time.
public struct RecordReader {
  private let paths: [String]
  private let run: String?
  private let progress: Progress
  /// The number of pieces that are decoded at the same time.
  private let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)

  /// - Parameters:
  ///   - paths: Files, folders with files that end in `.jsonl`, at any depth, and `-` for standard input.
  ///   - run: The only run to read; nil for all.
  ///   - progress: The progress to show.
  public init(_ paths: [String], run: String? = nil, progress: Progress = Progress()) {
    self.paths = paths
    self.run = run
    self.progress = progress
  }

  /// Reads everything.
  func read(into collector: inout some RowCollector) async -> Input {
    var input = Input()
    var progress = progress
    var names = ActionNames()
    var order = RowOrder()
    let files = files(&input)
    progress.begin(totalBytes: files.reduce(0) { $0 + $1.size })
    for (number, file) in files.enumerated() {
      await read(file, number, into: &collector, &names, &order, &input, &progress)
    }
    for (file, lost) in order.lost.sorted(by: { $0.key < $1.key }) {
      input.lostRows += lost
      input.problems.append("\(files[file].path): \(lost.counted("row")) lost, by the numbers of the others")
    }
    input.problems += [names.problem].compactMap { $0 }
    progress.end()
    return input
  }

  private func read(
    _ file: File,
    _ number: Int,
    into collector: inout some RowCollector,
    _ names: inout ActionNames,
    _ order: inout RowOrder,
    _ input: inout Input,
    _ progress: inout Progress
  ) async {
    // Each process writes one file.
    var open = OpenSteps()
    var skipped = SkippedLines()
    let folder = file.path.folder
    func add(_ rows: [Row]) {
      for var row in rows {
        input.rows += 1
        row.folder = folder
        if row.subject != .test { row.action = names.name(of: row.action) }
        open.add(row, to: &collector)
      }
    }
    do {
      let handle = try file.open()
      defer { try? handle.close() }
      var chunks = DecodedChunks(of: handle, ahead: width)
      while let lines = try await chunks.next(&progress) {
        skipped += lines.skipped
        for row in lines.rows where run == nil || row.runID == run {
          if let rows = order.add(row, in: number) { add(rows) } else { skipped.repeated += 1 }
        }
        for place in lines.leftOut where run == nil || place.run == run { order.leaveOut(place, in: number) }
      }
      skipped.foreign += chunks.skippedLines
      input.files += 1
    } catch {
      input.note("cannot be read: \(error.shortDescription)", of: file.path)
    }
    add(order.rest())
    input.dead += open.endOfInput(of: &collector)
    input.skipped += skipped
    if skipped.total > 0 { input.problems.append("\(file.path): skipped \(skipped.description)") }
  }

  private struct File {
    let path: String
    let size: Int

    func open() throws -> FileHandle {
      let isStandardInput = path == RecordReader.standardInput
      return isStandardInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }
  }

  private static let standardInput = "-"

  /// True if a path is that of a stream, which a shell has opened: `-`, `/dev/stdin`, or `/dev/fd/63` for `<(…)`.
  private static func isStream(_ path: String) -> Bool {
    [standardInput, "/dev/stdin"].contains(path) || path.hasPrefix("/dev/fd/")
  }

  /// The files of all paths, each once, in the order of their names.
  private func files(_ input: inout Input) -> [File] {
    var found: [String: File] = [:]
    for path in paths {
      var folders: Set<String> = []
      let count = found.count
      let problems = input.problems.count
      collect(path, isNamed: true, &found, &folders, &input)
      let isFolder = !folders.isEmpty
      if isFolder, found.count == count, input.problems.count == problems, !has(found, under: path) {
        input.problems.append("\(path): no file in it ends in .jsonl")
      }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  /// True if another path has led to the files of a folder before.
  private func has(_ found: [String: File], under folder: String) -> Bool {
    let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    return found.keys.contains { $0.hasPrefix(real == "/" ? real : real + "/") }
  }

  /// - Parameters:
  ///   - isNamed: True if the caller has named the path itself.
  ///   - folders: The folders that are known, because links can lead round in a circle.
  private func collect(
    _ path: String,
    isNamed: Bool,
    _ found: inout [String: File],
    _ folders: inout Set<String>,
    _ input: inout Input
  ) {
    if isNamed, Self.isStream(path) {
      let name = ["/dev/stdin", "/dev/fd/0"].contains(path) ? Self.standardInput : path
      found[name] = File(path: name, size: 0)
      return
    }
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    switch attributes?[.type] as? FileAttributeType {
    case .typeDirectory?:
      guard folders.insert(real).inserted else { return }
      do {
        for name in try FileManager.default.contentsOfDirectory(atPath: real).sorted() {
          collect((path as NSString).appendingPathComponent(name), isNamed: false, &found, &folders, &input)
        }
      } catch {
        input.note("cannot be read: \(error.shortDescription)", of: path)
      }
    case _ where !isNamed && !path.hasSuffix(".jsonl"): break
    case .typeRegular?: found[real] = File(path: path, size: (attributes?[.size] as? NSNumber)?.intValue ?? 0)
    case nil: input.note("no such file or folder", of: path)
    // Reading a pipe or a device may take for ever.
    default: input.note("is no file", of: path)
    }
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
