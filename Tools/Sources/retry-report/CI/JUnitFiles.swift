import Foundation
import RetryReport

/// Marks flaky tests in the JUnit files of other tools.
enum JUnitFiles {
  /// Marks the flaky tests in each file; a file that cannot be changed does not stop the others.
  static func merge(_ report: Report, into paths: [String]) throws(CommandFailure) {
    var merge = JUnitMerge(report)
    var problems: [String] = []
    for path in paths {
      let files = Self.files(of: path)
      if files.isEmpty { problems.append("\(path): no such file") }
      for file in files {
        do throws(CommandFailure) { try Self.merge(&merge, into: file) } catch { problems.append(error.message) }
      }
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

  /// The file, and the second one that SwiftPM writes next to it, if they exist.
  static func files(of path: String) -> [String] {
    let name = path as NSString
    let second = name.deletingPathExtension + "-swift-testing"
    let end = name.pathExtension.isEmpty ? "" : ".\(name.pathExtension)"
    return [path, second + end].filter(FileManager.default.fileExists)
  }

  private static func merge(_ merge: inout JUnitMerge, into path: String) throws(CommandFailure) {
    let document = try InputFile.read(path)
    let merged: Data
    do {
      merged = try merge.merge(into: document)
    } catch {
      throw CommandFailure("\(path) \(error)")
    }
    // An unchanged file is not written, because it may be read-only.
    if merged != document { try OutputFile.write(merged, to: path) }
    StandardStream.error("\(path.printable): \(merge.marked) flaky \(merge.marked == 1 ? "test" : "tests") marked")
  }
}
