public import Foundation

/// The files of records at some paths, each once.
struct RecordFiles {
  static let standardInput = "-"

  /// The paths of the files, by their paths without links.
  private var found: [String: String] = [:]
  /// The folders of the current path, because links can form a circle.
  private var folders: Set<String> = []
  private(set) var input = Input()
  /// Files that are not read, although their names look like those of records.
  private var ignored: [String] = []

  init(_ paths: [String]) {
    for path in paths {
      folders = []
      if path.hasSuffix(".xcresult") {
        input.note("is a result bundle of Xcode. Records are in the folder that AUTO_RETRY_REPORT named", of: path)
        continue
      }
      let problems = input.problems.count
      if !collect(path, isNamed: true), !folders.isEmpty, input.problems.count == problems {
        let other = (try? FileManager.default.contentsOfDirectory(atPath: path))?.min()
        let advice =
          path.hasSuffix("-attachments")
          ? "; the records of these attachments are next to it" : other.map { ", but \($0)" } ?? ""
        // The records of a shard may be missing.
        input.noteGap("\(path): contains no .jsonl file\(advice)")
      }
    }
    if !ignored.isEmpty {
      let problem = "\(ignored.listed): ignored, because records end in .jsonl or .jsonl.gz"
      // Other JSON in the folder may be a report or a baseline.
      if ignored.contains(where: { $0.contains(/(?i)\.jsonl/) || $0.isArchive }) {
        input.noteGap(problem)
      } else {
        input.problems.append(problem)
      }
    }
  }

  /// The paths of the files, in the order of their names.
  var paths: [String] { found.values.sorted() }

  /// - Parameter isNamed: Whether the caller named the path itself.
  /// - Returns: Whether it leads to a file.
  private mutating func collect(_ path: String, isNamed: Bool) -> Bool {
    if isNamed, path.isStream {
      let name = ["/dev/stdin", "/dev/fd/0"].contains(path) ? Self.standardInput : path
      found[name] = name
      return true
    }
    let real = path.realPath
    switch real.fileType {
    case .typeDirectory?: return folders.insert(real).inserted && collectFolder(path, real)
    case _ where !isNamed && !path.isOfRecords: if path.hasNameLikeRecords || path.isArchive { ignored.append(path) }
    case .typeRegular?:
      found[real] = path
      return true
    case nil:
      input.note("no such file or folder\(advice(onMissing: path))", of: path)
    case .typeSymbolicLink?:
      let end = (try? FileManager.default.destinationOfSymbolicLink(atPath: real)) ?? ""
      input.note("is a link to \(end), where no file is", of: path)
    // Reading a pipe or a device may never end.
    default: input.note("is not a file", of: path)
    }
    return false
  }

  private func advice(onMissing path: String) -> String {
    if path.hasPrefix("~") { return "; in quotes, the shell does not replace ~" }
    return path.hasWildcard ? "; name the folder instead of a pattern" : ""
  }

  private mutating func collectFolder(_ path: String, _ real: String) -> Bool {
    var hasFile = false
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: real).sorted() {
        if collect((path as NSString).appendingPathComponent(name), isNamed: false) { hasFile = true }
      }
    } catch {
      input.note("cannot be read: \(error.shortDescription)", of: path)
    }
    return hasFile
  }
}

extension String {
  /// The path without symbolic links; of a file that does not exist, as far as Foundation resolves it.
  // Foundation alone cuts a path of 1,024 bytes or more, and would take a file for its folder.
  public var realPath: String {
    guard let resolved = realpath(self, nil) else { return URL(fileURLWithPath: self).resolvingSymlinksInPath().path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The type of the file, or of the link; `nil` if there is none.
  public var fileType: FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: self)[.type] as? FileAttributeType
  }

  /// Whether it is a pattern, and not the name of one file.
  public var hasWildcard: Bool { contains(where: "*?[".contains) }

  /// Whether a path is that of a stream opened by a shell: `-`, `/dev/stdin`, or `/dev/fd/63` for `<(…)`.
  public var isStream: Bool { [RecordFiles.standardInput, "/dev/stdin"].contains(self) || hasPrefix("/dev/fd/") }

  /// Whether the name is one of a file of records, and not of an attachment that the library stored next to them.
  fileprivate var isOfRecords: Bool { (hasSuffix(".jsonl") || hasSuffix(".jsonl.gz")) && !isOfAttachment }

  /// Such as `1.JSONL`, `1.jsonl.bz2` and `1.json`.
  fileprivate var hasNameLikeRecords: Bool {
    firstMatch(of: /(?i)(?:^|\/)[^.\/][^\/]*\.jsonl?(?:\.[^\/]*)?$/) != nil && !isOfAttachment
  }

  /// Whether the name is one of an archive, such as that of a shard's records.
  fileprivate var isArchive: Bool {
    firstMatch(of: /(?i)\.(?:zip|tgz|7z|tar(?:\.[a-z0-9]+)?)$/) != nil && !isOfAttachment
  }

  private var isOfAttachment: Bool { firstMatch(of: /-attachments\/[0-9a-z]+-s[0-9]+-a[0-9]+-[^\/]*$/) != nil }
}
