import Foundation
import RetryReport

/// The JUnit files of other tools: their results, and copies in which flaky tests are marked.
struct JUnitFiles {
  private var merge: JUnitMerge
  /// A sentence for each path that does not name a file, and each file that could not be read.
  private(set) var problems: [String] = []
  /// The files that were read, each with the number of its flaky tests, and the bytes to replace it with.
  private var files: [(path: String, marked: Int, copy: Data?)] = []

  /// Reads each file once; one that cannot be read does not stop the others.
  init(_ report: Report, in paths: [String]) {
    merge = JUnitMerge(report)
    var seen: Set<String> = []
    var read: [(path: String, file: JUnitFile)] = []
    for path in paths {
      let found = Self.files(of: path)
      if path.hasSuffix(".xcresult") {
        problems.append(
          "\(path.printable) is a result bundle of Xcode. Name the JUnit XML that xcbeautify or fastlane writes"
        )
        continue
      }
      if found.isEmpty, !FileManager.default.fileExists(atPath: path) {
        let place = FileManager.default.currentDirectoryPath
        problems.append(
          path.hasWildcard
            ? "\(path.printable): no JUnit file matches this pattern in \(place.printable)"
            : "\(path.printable): no such JUnit file"
        )
        continue
      }
      var others = 0
      for file in found
      where seen.insert(file.withoutLinks).inserted {
        do {
          read.append((file, try merge.read(try InputFile.read(file))))
        } catch let error as JUnitMerge.NotJUnit {
          // A folder may have XML of other kinds, such as coverage.
          let isOther = error.isOtherXML && file != path
          if isOther { others += 1 } else { problems.append("\(file) \(error)") }
        } catch {
          problems.append("\(error)")
        }
      }
      if others == found.count { problems.append("\(path): contains no JUnit XML file") }
    }
    merge.results.unread = problems.count
    for (path, file) in read {
      let copy = merge.merge(file)
      files.append((path, merge.marked, copy))
    }
  }

  var results: TestResults { merge.results }

  /// A sentence if the files are perhaps those of other tests.
  var note: String? {
    guard merge.hasNoRecordedTest, let (recorded, other) = merge.examples else { return nil }
    return "No result file contains a test of the records, such as \(recorded.printable), only others, such as "
      + "\(other.printable). Name the files of the same tests."
  }

  /// A sentence for a command that only reads the files.
  var noteOnMarks: String? {
    let tests = files.map(\.marked).reduce(0, +)
    if tests == 0 { return nil }
    return "The result files are only read here: retry-report ci --junit marks \(tests.counted("flaky test")) in them."
  }

  /// Marks the flaky tests in the files; one that cannot be changed does not stop the others.
  func write() throws(CommandFailure) {
    var problems: [String] = []
    for (path, marked, copy) in files {
      do throws(CommandFailure) {
        // An unchanged file is not written, because it may be read-only.
        if let copy { try OutputFile.write(copy, to: path) }
        StandardStream.error("\(path.printable): \(marked) flaky \(marked == 1 ? "test" : "tests") marked")
      } catch {
        problems.append("\(error)")
      }
    }
    for name in merge.ambiguous.sorted() {
      StandardStream.error(
        "warning: \(name.printable) may be a class of several modules, which the files do not name, so tests of it were not marked"
      )
    }
    if !merge.unclear.isEmpty {
      StandardStream.error(
        "warning: these tests recovered, but are in several files, and nothing tells which has the recovery, so they were not marked: "
          + merge.unclear.joined(separator: ", ").printable
      )
    }
    // If no file has a recorded test, the report says so.
    let others = merge.hasNoRecordedTest || files.isEmpty ? [] : merge.missing
    if !others.isEmpty {
      let tests = others.count == 1 ? "1 recovered test is" : "\(others.count) recovered tests are"
      StandardStream.error("warning: \(tests) not in any of the files: \(others.joined(separator: ", ").printable)")
    }
    if !problems.isEmpty { throw CommandFailure(problems.joined(separator: "\nerror: ")) }
  }

  /// The files that a path names: a file and the second one that SwiftPM writes next to it, the XML files of a folder at any
  /// depth, or what matches a pattern such as `build/**/TEST-*.xml`.
  static func files(of path: String) -> [String] {
    let name = path as NSString
    if path.isFolder {
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      let files = names.filter { $0.hasSuffix(".xml") }.sorted().map(name.appendingPathComponent)
      return files.filter { $0.fileType == .typeRegular }
    }
    let second = name.deletingPathExtension + "-swift-testing"
    let end = name.pathExtension.isEmpty ? "" : ".\(name.pathExtension)"
    let files = [path, second + end].filter(FileManager.default.fileExists)
    if !files.isEmpty || !path.hasWildcard { return files }
    return matches(of: path.split(separator: "/")[...], in: path.hasPrefix("/") ? "/" : "").flatMap(Self.files)
  }

  /// The paths in a folder that match a pattern, of which `**` stands for any number of folders.
  private static func matches(of pattern: ArraySlice<Substring>, in folder: String) -> [String] {
    guard let part = pattern.first.map(String.init) else { return [folder] }
    func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
    let rest = pattern.dropFirst()
    if !part.hasWildcard {
      return FileManager.default.fileExists(atPath: path(part)) ? matches(of: rest, in: path(part)) : []
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder))?.sorted() ?? []
    if part != "**" {
      return names.filter { fnmatch(part, $0, FNM_PERIOD) == 0 }.flatMap { matches(of: rest, in: path($0)) }
    }
    let folders = names.filter { !$0.hasPrefix(".") && path($0).fileType == .typeDirectory }
    return matches(of: rest, in: folder) + folders.flatMap { matches(of: pattern, in: path($0)) }
  }
}
