import Foundation
import Testing

@testable import RetryReport

/// Kinds of causes, measured on pairs of messages that were judged by hand.
@Suite struct CauseKindTests {
  private struct Pair {
    let tool: String
    let isSame: Bool
    let messages: [String]

    /// A tool, `same` or `different`, and the two messages.
    init?(_ line: Substring) {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 4, ["same", "different"].contains(fields[1]) else { return nil }
      (tool, isSame, messages) = (fields[0], fields[1] == "same", [fields[2], fields[3]])
    }

    var kinds: [CauseKind] { messages.map { CauseKind(cause: "error", message: $0) } }
    var isTakenForOne: Bool { kinds[0] == kinds[1] }
  }

  private static func pairs(in name: String) throws -> [Pair] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Causes/\(name).tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try #require(Pair($0), "\($0)") }
  }

  /// A fault that comes out as two kinds is a false alarm; two faults of one kind are a hidden bug.
  ///
  /// Those of `unseen` were written when the rules were done.
  @Test(arguments: [("pairs", 362, 4, 2), ("unseen", 46, 2, 1)])
  func `few faults are split, and few are taken for one`(
    name: String,
    count: Int,
    mostSplit: Int,
    mostMerged: Int
  ) throws {
    let pairs = try Self.pairs(in: name)
    #expect(pairs.count >= count)
    let split = pairs.filter { $0.isSame && !$0.isTakenForOne }
    let merged = pairs.filter { !$0.isSame && $0.isTakenForOne }
    for pair in split { print("split (\(pair.tool)):", pair.kinds.map(\.text).joined(separator: "\n  ")) }
    for pair in merged { print("taken for one (\(pair.tool)):", pair.messages.joined(separator: "\n  ")) }
    let same = pairs.count { $0.isSame }
    print("kinds of causes, \(name): \(pairs.count) pairs of messages of \(Set(pairs.map(\.tool)).count) tools;")
    print("  \(split.count) of \(same) pairs of one fault are split,")
    print("  \(merged.count) of \(pairs.count - same) pairs of two faults are taken for one")
    #expect(split.count <= mostSplit)
    #expect(merged.count <= mostMerged)
  }

  @Test func `the kind of a cause does not depend on what was asked before`() {
    let texts =
      (0..<10_000).map { "Could not load item \($0 % 5_000) in \($0 % 7) ms" } + ["code 4", "code 5", "code 4"]
    var kinds = CauseKinds()
    for text in texts {
      var row = Row.sample(outcome: "recovered", cause: "error")
      row.errorMessage = text
      #expect(kinds.kind(of: row) == CauseKind(cause: "error", message: text))
    }
  }

  /// The time for question marks grew with the square of their number once.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "?", "9", "(", "\"", "'", "`", "/", "\\", ":", "1:", "a1", "-", "{(", "(\"", "→ (", "?a=", "Nov ", "é",
      "e\u{301}",
    ]
  )
  func `a text of one sign takes no time`(sign: String) {
    let text = String(repeating: sign, count: 200_000)
    let time = ContinuousClock().measure { _ = CauseKind(cause: "error", message: text) }
    #expect(time < .seconds(5))
  }
}
