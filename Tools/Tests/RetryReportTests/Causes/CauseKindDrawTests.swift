import Seeds
import Testing

@testable import RetryReport

/// Kinds of messages whose ids are drawn at random.
@Suite struct CauseKindDrawTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz"
  private static let digits = "0123456789"
  /// The alphabet of Kubernetes.
  private static let pod = "bcdfghjklmnpqrstvwxz2456789"

  /// A sort of ids: the lengths of its parts, and the minimum number of changes between letters and digits.
  @Test(
    arguments: [
      ("hex", [4...40], "\(digits)abcdef", 1), ("base 36", [8...20], letters + digits, 2),
      ("base 62", [24...40], letters + letters.uppercased() + digits, 3),
      ("base 64", [24...86], letters + letters.uppercased() + digits + "-_", 3),
      ("ulid", [26...26], "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 2),
      ("uuid", [8...8, 4...4, 4...4, 4...4, 12...12], "\(digits)abcdef", 1), ("pod", [9...10, 5...5], pod, 1),
    ],
    ["The step ended at % again", "value=%, the end", "(\"%\") was not expected", "%: not there"]
  )
  func `ids that change from run to run make one kind`(
    ids: (sort: String, parts: [ClosedRange<Int>], characters: String, changes: Int),
    template: String
  ) {
    var random = SeededGenerator(seed: 7)
    let characters = Array(ids.characters)
    func id() -> String {
      while true {
        let parts = ids.parts.map { length in
          String((0..<Int.random(in: length, using: &random)).map { _ in characters.randomElement(using: &random)! })
        }
        let changes = zip(parts[0], parts[0].dropFirst()).count { $0.isNumber != $1.isNumber }
        if changes >= ids.changes { return (ids.sort == "pod" ? "shop-api-" : "") + parts.joined(separator: "-") }
      }
    }
    let messages = (0..<200).map { _ in template.replacing("%", with: id()) }
    let kinds = Dictionary(grouping: messages) { CauseKind(cause: "error", message: $0) }
    let examples = kinds.map { "\($0.key.text) ← \($0.value[0])" }.sorted()
    #expect(kinds.count == 1, "\(examples.prefix(5))")
  }
}
