import Foundation
import RetryReport

/// Marks flaky tests in the JUnit files of other tools.
enum JUnitFiles {
  /// Marks the flaky tests in each file; a file that cannot be changed does not stop the others.
  static func merge(_ report: Report, into paths: [String]) throws(CommandFailure) {
    var merge = JUnitMerge(report)
    var problems: [String] = []
    var seen: Set<String> = []
    for path in paths {
      let files = files(of: path)
      var others = 0
      for file in files where seen.insert(file).inserted {
        do {
          try Self.merge(&merge, into: file)
        } catch let error as JUnitMerge.NotJUnit {
          // A folder may have XML of other kinds, such as coverage.
          let isOther = error.isOtherXML && file != path
          if isOther { others += 1 } else { problems.append("\(file) \(error)") }
        } catch {
          problems.append((error as? CommandFailure)?.message ?? "\(error)")
        }
      }
      if others == files.count { problems.append("\(path): contains no JUnit XML file") }
    }
    let missing = merge.missing
    if !missing.isEmpty {
      let tests = missing.count == 1 ? "1 recovered test is" : "\(missing.count) recovered tests are"
      StandardStream.error("warning: \(tests) in none of the files: \(missing.joined(separator: ", ").printable)")
    }
    if !problems.isEmpty { throw CommandFailure(problems.joined(separator: "\nerror: ")) }
  }

  /// The results of the tests in the files, which are not changed; `nil` without files.
  static func results(_ report: Report, in paths: [String]) -> TestResults? {
    if paths.isEmpty { return nil }
    var merge = JUnitMerge(report)
    for path in paths {
      let files = Self.files(of: path)
      if files.isEmpty { merge.results.unread += 1 }
      for file in files {
        let known = merge.results
        if let document = try? InputFile.read(file), (try? merge.merge(into: document)) != nil { continue }
        merge.results = known
        merge.results.unread += 1
      }
    }
    return merge.results
  }

  /// The files that a path names: a file and the second one that SwiftPM writes next to it, the XML files of a folder at any
  /// depth, or what matches a pattern such as `build/**/TEST-*.xml`.
  static func files(of path: String) -> [String] {
    let name = path as NSString
    if type(of: name.resolvingSymlinksInPath) == .typeDirectory {
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      let files = names.filter { $0.hasSuffix(".xml") }.sorted().map(name.appendingPathComponent)
      return files.filter { type(of: $0) == .typeRegular }
    }
    let second = name.deletingPathExtension + "-swift-testing"
    let end = name.pathExtension.isEmpty ? "" : ".\(name.pathExtension)"
    let files = [path, second + end].filter(FileManager.default.fileExists)
    if !files.isEmpty || !path.contains(where: wildcards.contains) { return files }
    return matches(of: path.split(separator: "/")[...], in: path.hasPrefix("/") ? "/" : "").flatMap(Self.files)
  }

  private static let wildcards = "*?["

  private static func type(of path: String) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  /// The paths in a folder that match a pattern, of which `**` stands for any number of folders.
  private static func matches(of pattern: ArraySlice<Substring>, in folder: String) -> [String] {
    guard let part = pattern.first.map(String.init) else { return [folder] }
    func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
    let rest = pattern.dropFirst()
    if !part.contains(where: wildcards.contains) {
      return FileManager.default.fileExists(atPath: path(part)) ? matches(of: rest, in: path(part)) : []
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder))?.sorted() ?? []
    if part != "**" {
      return names.filter { fnmatch(part, $0, FNM_PERIOD) == 0 }.flatMap { matches(of: rest, in: path($0)) }
    }
    let folders = names.filter { !$0.hasPrefix(".") && type(of: path($0)) == .typeDirectory }
    return matches(of: rest, in: folder) + folders.flatMap { matches(of: pattern, in: path($0)) }
  }

  private static func merge(_ merge: inout JUnitMerge, into path: String) throws {
    let document = try InputFile.read(path)
    let merged = try merge.merge(into: document)
    // An unchanged file is not written, because it may be read-only.
    if merged != document { try OutputFile.write(merged, to: path) }
    StandardStream.error("\(path.printable): \(merge.marked) flaky \(merge.marked == 1 ? "test" : "tests") marked")
  }
}
