import ArgumentParser
import Foundation
import RetryReport

/// Adds what recovered to the result files of other tools.
struct JUnitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "junit",
    abstract: "Adds the flakes to JUnit XML files, in Surefire's dialect.",
    discussion: """
      A test that passed, and of which a step recovered, gets a flakyFailure element, and its suite the attribute flakes. \
      The file is changed in place. `swift test --xunit-output results.xml` writes results.xml and \
      results-swift-testing.xml; name the first, and both are merged.
      """
  )

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp("The JUnit XML file; may be given more than once.", valueName: "file"),
    completion: .file()
  )
  var merge: [String]

  func validate() throws {
    if merge.isEmpty { throw ValidationError("Name a file to merge into: --merge results.xml") }
  }

  func run() async throws {
    let report = try await input.report()
    for path in merge {
      let files = [path, path.withSuffix("-swift-testing")].filter(FileManager.default.fileExists)
      if files.isEmpty { throw Failure("\(path): no such file") }
      for file in files { try Self.merge(report, into: file) }
    }
  }

  private static func merge(_ report: Report, into path: String) throws {
    let url = URL(fileURLWithPath: path)
    var merge = JUnitMerge(report)
    do {
      let merged = try merge.merge(into: Array(Data(contentsOf: url)))
      try Data(merged).write(to: url, options: .atomic)
    } catch let error as JUnitMerge.NotJUnit {
      throw Failure("\(path) \(error)")
    } catch {
      throw Failure("\(path): \(error.localizedDescription)")
    }
    let tests = merge.flakyTests
    StandardStream.error("\(path): \(tests) flaky \(tests == 1 ? "test" : "tests") added")
  }
}

extension String {
  /// The path with something put before its extension, as SwiftPM names its second result file.
  fileprivate func withSuffix(_ suffix: String) -> String {
    let path = self as NSString
    let stem = path.deletingPathExtension + suffix
    return path.pathExtension.isEmpty ? stem : "\(stem).\(path.pathExtension)"
  }
}
