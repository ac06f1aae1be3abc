import Foundation
import Testing

@testable import RetryReport

/// Kinds of causes, measured on messages of many tools that were sorted by hand.
@Suite struct CauseKindTests {
  private struct Message {
    let tool: String
    let label: String
    let text: String
    var kind: CauseKind { CauseKind(cause: "error", message: text) }
  }

  private static func messages(in name: String) -> [Message] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Causes/\(name).tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return Message(tool: fields[0], label: fields[1], text: fields[2])
    }
  }

  /// Messages of one kind that come out as two are a false alarm; of two kinds that come out as one, a hidden bug.
  ///
  /// Those of `unseen` are from reports of others, and were collected when the rules had been written.
  @Test(arguments: [("messages", 120, 12, 0, 0), ("unseen", 20, 4, 1, 0)])
  func `few kinds are split, and few are taken for one`(
    name: String,
    count: Int,
    tools: Int,
    mostSplit: Int,
    mostMerged: Int
  ) {
    let messages = Self.messages(in: name)
    #expect(messages.count >= count)
    #expect(Set(messages.map(\.tool)).count >= tools)
    var (same, split, different, merged) = (0, 0, 0, 0)
    for (index, one) in messages.enumerated() {
      for other in messages[(index + 1)...] {
        if one.label == other.label {
          same += 1
          if one.kind != other.kind {
            split += 1
            print("split: \(one.kind.text)\n       \(other.kind.text)")
          }
        } else {
          different += 1
          if one.kind == other.kind {
            merged += 1
            print("taken for one: \(one.text)\n               \(other.text)")
          }
        }
      }
    }
    print(
      "kinds of causes, \(name): \(messages.count) messages of \(Set(messages.map(\.tool)).count) tools; \(split) of \(same) pairs of "
        + "one kind are split, \(merged) of \(different) pairs of two kinds are taken for one"
    )
    #expect(split <= mostSplit)
    #expect(merged <= mostMerged)
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
}
