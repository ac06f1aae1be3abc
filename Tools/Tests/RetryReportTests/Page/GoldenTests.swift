import Foundation
import Testing

@testable import RetryReport

/// Every format, from one set of records with each outcome, way to recover and unit, nested steps, a process that died,
/// texts that have a meaning in some format, and lines that are not records.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites the files; check the differences before you keep them.
@Suite struct GoldenTests {
  enum Format: String, CaseIterable {
    case text = "summary.txt"
    case markdown = "summary.md"
    case github = "github.txt"
    case html = "page.html"
    case json = "summary.json"
    case ctrf = "summary.ctrf.json"

    func render(_ full: FullReport) throws -> String {
      let report = full.report
      return switch self {
      case .text: TextFormat.render(report)
      case .markdown: MarkdownFormat.render(report)
      case .github: CIReport(full).annotations
      case .html: HTMLFormat.render(full, links: Golden.links, in: Golden.folder.path, at: 1_796_400_000_000)
      case .json: try JSONFormat.render(report)
      case .ctrf: try CTRFFormat.render(full.report, full.timelines).replacing("\(Golden.folder.path)/", with: "")
      }
    }
  }

  @Test(arguments: Format.allCases)
  func `each format matches its golden file`(format: Format) async throws {
    try await Golden.compare(format.render(try Golden.full()), with: format.rawValue)
  }
}
