import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

/// The expected files, which are read from the sources so that they can be updated.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Golden").standardizedFileURL

  static let records = folder.appendingPathComponent("records").path

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  static let links = Links(
    source: "https://git.example.com/shop/blob/{commit}/{file}#L{line}",
    run: "https://ci.example.com/runs/{run}"
  )

  /// The option that names its result files.
  static let results = ["--junit", folder.appendingPathComponent("results.xml").path]

  /// Both runs, with the first as the baseline.
  static func full() async throws -> FullReport {
    let first = RecordReader([records + "/nightly-1-4711-aaaaaaaaaaaa.jsonl"])
    let baseline = Baseline(await first.runs().runs)
    var full = await read()
    let report = full.report
    try full.compare(with: baseline)
    full.report = report
    return full
  }

  static func report() async -> Report { await read().report }

  private static func read() async -> FullReport {
    var full = await RecordReader([records]).fullReport(keepsAllTests: true)
    full.report.input.problems = full.report.input.problems.map { $0.replacing(folder.path + "/", with: "") }
    var merge = JUnitMerge(full.report)
    let files = ["results.xml", "results-swift-testing.xml"].map {
      try? merge.read(Data(contentsOf: folder.appendingPathComponent($0)))
    }
    for file in files.compactMap(\.self) { _ = merge.merge(file) }
    full.add(merge.results)
    return full
  }

  static func compare(_ text: String, with name: String) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let expected = try Self.text(name)
    if text == expected { return }
    let lines = (text.lines, expected.lines)
    let index = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = index ?? min(lines.0.count, lines.1.count)
    Issue.record(
      """
      \(name) differs in line \(line + 1):
      is    \(line < lines.0.count ? lines.0[line] : "over")
      was   \(line < lines.1.count ? lines.1[line] : "over")
      """
    )
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
