import Foundation
import Testing

/// The index of promises, `Docs/Promises.md`, names for each promise of the guide the code that decides it and the test
/// that guards it.
@Suite struct PromisesTests {
  @Test func `each page of the guide has a section in the index of promises`() throws {
    let guide = try FileManager.default.contentsOfDirectory(atPath: Repository.url("Docs/Guide").path)
    let pages = ["../README.md"] + guide.filter { $0.hasSuffix(".md") }.map { "Guide/\($0)" }
    let headings = try Self.index().matches(of: /^## \[[^\]]+\]\((\S+)\)$/.anchorsMatchLineEndings())
    #expect(headings.map { String($0.1) }.sorted() == pages.sorted())
  }

  @Test func `each promise names one line of code and one test`() throws {
    let rows = try Self.index().split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise |") }
    try #require(!rows.isEmpty)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 3, "\(row)")
      #expect(cells[0].split(separator: " ").count <= 15, "more than 15 words: \(row)")
      #expect(Self.names(cells[1], below: "Sources/TargetedAutoRetry"), "no single line of code: \(row)")
      #expect(Self.names(cells[2], below: "Tests/TargetedAutoRetryTests"), "no single test: \(row)")
    }
  }

  @Test func `no section makes a promise twice`() throws {
    for section in try Self.index().components(separatedBy: "\n## ") {
      let promises = section.split(separator: "\n").compactMap { $0.split(separator: " | ").first?.lowercased() }
      #expect(Set(promises).count == promises.count, "\(section.prefix { $0 != "\n" })")
    }
  }

  private static func index() throws -> String {
    try String(contentsOf: Repository.url("Docs/Promises.md"), encoding: .utf8)
  }

  /// Whether a cell has the form `` `File` `fragment` ``, and exactly one line of the file contains the fragment.
  ///
  /// The path begins in the folder or, as that of the report does, in the repository. A comment decides nothing, except in
  /// the examples of errors, whose messages are comments.
  private static func names(_ cell: String, below folder: String) -> Bool {
    guard let match = cell.wholeMatch(of: /`([^`]+)` `([^`]+)`/) else { return false }
    let texts = ["\(folder)/\(match.1)", String(match.1)].compactMap {
      try? String(contentsOf: Repository.url($0), encoding: .utf8)
    }
    let mayBeComment = match.1.hasPrefix("Tests/Documentation/errors/")
    let lines = (texts.first ?? "").split(separator: "\n").filter { line in
      line.contains(match.2) && (mayBeComment || !line.drop { $0 == " " }.hasPrefix("//"))
    }
    return lines.count == 1
  }
}
