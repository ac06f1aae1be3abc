import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

/// The keys of the JSON, and the page that names them.
@Suite struct JSONKeyTests {
  /// The keys that the part of the page with that title names.
  private func named(_ title: String) throws -> Set<String> {
    let page = try Golden.text("../../../JSON.md")
    let part = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("`retry-report \(title)`") })
    let rows = part.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
      $0.dropFirst(2).split(separator: "|").first
    }
    return Set(rows.flatMap { $0.matches(of: /`([\w.]+)`/).map { String($0.1) } })
  }

  /// All keys of a document, with dots for what is inside.
  private func keys(of value: Any, in path: String = "") -> Set<String> {
    switch value {
    case let values as [Any]: values.reduce(into: []) { $0.formUnion(keys(of: $1, in: path)) }
    case let object as [String: Any]:
      object.reduce(into: []) { found, entry in
        found.formUnion(keys(of: entry.value, in: "\(path)\(entry.key).").union([path + entry.key]))
      }
    default: []
    }
  }

  private func keys(ofJSON text: String) throws -> Set<String> {
    keys(of: try JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  @Test func `the page names each key of the summary`() throws {
    #expect(try keys(ofJSON: Golden.text("summary.json")).symmetricDifference(named("<records>")) == [])
  }

  @Test func `the page names each key of a comparison`() throws {
    let worse =
      Row.steps("Sign In", passes: 60, failing: ["denied": 40, "odd": 1], run: "now", day: 20_100)
      + Row.steps("Search", passes: 9, failing: ["strange": 1], run: "now", day: 20_100)
      + Row.steps("Pay", passes: 1, failing: ["denied": 1], run: "now", day: 20_100)
    var baseline = Baseline.tenRuns
    baseline.add(RunCounts.of(Row.steps("Search", passes: 10, failing: [:], run: "odd", day: 20_050)))
    let found = try keys(ofJSON: Comparison.of(worse, with: baseline).json())
    let named = try named("compare")
    #expect(found.subtracting(named) == [] && named.subtracting(found) == [])
  }
}
