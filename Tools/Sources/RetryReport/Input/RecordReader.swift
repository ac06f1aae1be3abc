internal import Foundation

/// Reads files and folders of records, a piece at a time.
public struct RecordReader {
  private let paths: [String]
  private let run: String?
  private let progress: Progress
  /// How many pieces are decoded at the same time.
  private let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)

  /// - Parameters:
  ///   - paths: Files, and folders with files that end in `.jsonl`, at any depth.
  ///   - run: Leaves out the rows of other runs.
  ///   - progress: Is told how far it is.
  public init(_ paths: [String], run: String? = nil, progress: Progress = Progress()) {
    self.paths = paths
    self.run = run
    self.progress = progress
  }

  /// Reads everything; what cannot be read is a problem in the report.
  public func report() async -> Report {
    var input = Input()
    var figures = FigureCollector()
    var progress = progress
    let files = files(&input)
    progress.begin(totalBytes: files.reduce(0) { $0 + $1.size })
    for file in files {
      await read(file, &input, &figures, &progress)
      figures.endOfFile()
    }
    progress.end()
    return Report(input: input, figures: figures)
  }

  private func read(
    _ file: File,
    _ input: inout Input,
    _ figures: inout FigureCollector,
    _ progress: inout Progress
  ) async {
    var skipped = SkippedLines()
    var pending: [Task<DecodedLines, Never>] = []
    var isAtEnd = false
    let folder = (file.path as NSString).deletingLastPathComponent
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
      defer { try? handle.close() }
      var chunks = LineChunks(handle)
      repeat {
        if let chunk = try chunks.next() {
          progress.advance(byBytes: chunk.count)
          pending.append(Task { DecodedLines(chunk) })
        } else {
          isAtEnd = true
        }
        while let first = pending.first, isAtEnd || pending.count > width {
          let lines = await first.value
          pending.removeFirst()
          skipped += lines.skipped
          for var row in lines.rows where run == nil || row.runID == run {
            input.rows += 1
            row.folder = folder
            figures.add(row)
          }
        }
      } while !isAtEnd
      skipped.foreign += chunks.skippedLines
      input.files += 1
    } catch {
      input.problems.append("\(file.path): cannot be read: \(error.shortDescription)")
    }
    input.skipped += skipped
    if skipped.total > 0 { input.problems.append("\(file.path): skipped \(skipped.description)") }
  }

  private struct File {
    let path: String
    let size: Int
  }

  /// The files of all paths, each once, in the order of their names.
  private func files(_ input: inout Input) -> [File] {
    var found: [String: File] = [:]
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        input.problems.append("\(path): no such file or folder")
        continue
      }
      let inside = isFolder.boolValue ? Self.records(in: path) : [path]
      if inside.isEmpty { input.problems.append("\(path): no file in it ends in .jsonl") }
      for file in inside {
        let url = URL(fileURLWithPath: file).resolvingSymlinksInPath()
        let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? nil
        found[url.path] = File(path: file, size: size ?? 0)
      }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private static func records(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.map { (folder as NSString).appendingPathComponent($0) }
  }
}

extension Error {
  /// What the system says, without the name of the domain.
  fileprivate var shortDescription: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let error = underlying ?? self as NSError
    return error.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
  }
}
