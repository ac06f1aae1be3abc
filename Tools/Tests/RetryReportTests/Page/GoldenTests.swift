import Foundation
import Testing

@testable import RetryReport

/// Every format, from one set of records with each outcome, cure and unit, nested steps, a process that died, texts
/// that have a meaning in some format, and lines that are not records.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites the files; check the differences before you keep them.
@Suite struct GoldenTests {
  enum Format: String, CaseIterable {
    case text = "summary.txt"
    case markdown = "summary.md"
    case github = "github.txt"
    case html = "page.html"
    case json = "summary.json"
    case retryable = "retryable-retries.json"
    case audit = "audit.txt"
    case advice = "advice.txt"

    func render(_ full: FullReport) throws -> String {
      let report = full.report
      return switch self {
      case .text: TextFormat.render(report)
      case .markdown: MarkdownFormat.render(report)
      case .github: GitHubFormat.render(report)
      case .html: HTMLFormat.render(full, links: Golden.links, in: Golden.folder.path)
      case .json: try JSONFormat.render(report)
      case .retryable: try RetryableFormat.render(report)
      case .audit: Audit(report, today: "2026-11-21").text
      case .advice: Advice(report).text
      }
    }
  }

  @Test(arguments: Format.allCases)
  func `a format is what it was`(format: Format) async throws {
    try await Golden.compare(format.render(try Golden.full()), with: format.rawValue)
  }

  @Test func `the lines that are no records are counted and named`() async throws {
    let input = await Golden.report().input
    #expect(input.files == 2)
    #expect(input.skipped == SkippedLines(torn: 2, foreign: 2, newer: 2, unknownKind: 1))
    #expect(
      input.problems.map { $0.split(separator: "/").last.map(String.init) } == [
        "nightly-1-4711-aaaaaaaaaaaa.jsonl: skipped 1 torn line, 2 lines that are no records, 2 lines of a newer version, "
          + "1 line of an unknown kind",
        "nightly-2-4711-bbbbbbbbbbbb.jsonl: skipped 1 torn line",
        "nightly-2-4711-bbbbbbbbbbbb.jsonl: 2 rows lost, by the numbers of the others",
      ]
    )
  }

  @Test func `time that is lost inside a failed attempt is counted once`() async throws {
    let report = await Golden.report()
    let nested = try #require(report.actions.first { $0.action == "Launch and Sign In" })
    let inner = try #require(report.actions.first { $0.action == "Sign In" })
    #expect(nested.taxMs == 3_000)
    #expect(inner.taxMs == 1_950)
    #expect(report.lostMsByAction["Launch and Sign In"] == 3_000)
    #expect(report.lostMsByAction["Sign In"] == 450)
  }

  @Test func `the formats agree on the numbers`() async throws {
    let report = await Golden.report()
    let json = try JSONSerialization.jsonObject(with: Data(JSONFormat.render(report).utf8)) as? [String: Any]
    let actions = try #require(json?["actions"] as? [[String: Any]])
    let expected = actions.map { action in
      let stopped =
        ["timedOut", "aborted", "died"].map { action[$0] as? Int ?? -1 }.reduce(0, +)
        - (action["skipped"] as? Int ?? -1)
      return ["runs", "passed", "recovered", "exhausted"].map { action[$0] as? Int ?? -1 } + [stopped]
    }
    let text = try #require(TextFormat.render(report, isComplete: true).split(separator: "\n\n").dropFirst().first)
      .split(separator: "\n").dropFirst().filter { !$0.hasPrefix("    ") }
      .map { Self.integers($0.suffix(81)) }
    let page = HTMLFormat.render(FullReport(report))
    let table = try #require(page.split(separator: "<table id=\"actions\">").last?.split(separator: "</table>").first)
    let html = try table.split(separator: "\n").filter { $0.hasPrefix("<tr class=") }
      .map { try Self.cells($0, /data-value="([0-9.]+)"/) }
    let first = try #require(MarkdownFormat.render(report).split(separator: "\n\n").first { $0.hasPrefix("| Action") })
    let markdown = try first.split(separator: "\n").dropFirst(2)
      .map { try Self.cells($0, /\| ([0-9]+) (?=\|)/) }
    #expect(text == expected)
    #expect(html == expected)
    #expect(markdown == Array(zip(report.actions, expected).filter { $0.0.hadTrouble }.map(\.1)))
  }

  private static func integers(_ text: Substring) -> [Int] {
    text.split(separator: " ").compactMap { Int($0) }.prefix(5).map { $0 }
  }

  private static func cells(_ line: Substring, _ pattern: Regex<(Substring, Substring)>) throws -> [Int] {
    line.matches(of: pattern).prefix(5).compactMap { Double($0.output.1).map(Int.init) }
  }
}
