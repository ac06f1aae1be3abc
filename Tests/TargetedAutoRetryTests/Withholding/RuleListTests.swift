import Foundation
import Testing

/// The list of `Lab/rules-taken-back`, which CI does not run.
@Suite struct RuleListTests {
  @Test func `each rule to take back is in its file exactly once`() throws {
    let list = try String(contentsOf: Repository.url("Lab/rules.toml"), encoding: .utf8)
    let rules = list.matches(of: #/\nfile = "(.+)"\nold = "(.+)"\nnew = "/#)
    #expect(rules.count > 20)
    #expect(rules.count == list.components(separatedBy: "[[rule]]").count - 1)
    for rule in rules {
      let file = try String(contentsOf: Repository.url(String(rule.1)), encoding: .utf8)
      let text = rule.2.replacing(#"\n"#, with: "\n").replacing(#"\""#, with: "\"")
      #expect(file.components(separatedBy: text).count == 2, "\(rule.1) has \(rule.2) not exactly once")
    }
  }
}
