import Foundation
import Testing

/// The list of `Tests/RandomPrograms/rules-taken-back`, which CI does not run.
@Suite struct RuleListTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  @Test func `each rule to take back is in its file exactly once`() throws {
    let list = try String(
      contentsOf: Self.root.appendingPathComponent("Tests/RandomPrograms/rules.toml"),
      encoding: .utf8
    )
    let rules = list.matches(of: #/\nfile = "(.+)"\nold = "(.+)"\nnew = "/#)
    #expect(rules.count > 20)
    #expect(rules.count == list.components(separatedBy: "[[rule]]").count - 1)
    for rule in rules {
      let file = try String(contentsOf: Self.root.appendingPathComponent(String(rule.1)), encoding: .utf8)
      let text = rule.2.replacing(#"\n"#, with: "\n").replacing(#"\""#, with: "\"")
      #expect(file.components(separatedBy: text).count == 2, "\(rule.1) has \(rule.2) not exactly once")
    }
  }
}
