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

  private static let messages: [Message] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Causes/messages.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return Message(tool: fields[0], label: fields[1], text: fields[2])
    }
  }()

  /// Messages of one kind that come out as two are a false alarm; of two kinds that come out as one, a hidden bug.
  @Test func `few kinds are split, and few are taken for one`() {
    let messages = Self.messages
    #expect(messages.count >= 120)
    #expect(Set(messages.map(\.tool)).count >= 12)
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
      "kinds of causes: \(messages.count) messages of \(Set(messages.map(\.tool)).count) tools; \(split) of \(same) pairs of "
        + "one kind are split, \(merged) of \(different) pairs of two kinds are taken for one"
    )
    #expect(split <= 2)
    #expect(merged <= 2)
  }
}
