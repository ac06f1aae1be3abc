import Testing

@testable import RetryReport

/// Kinds of messages whose values are drawn at random.
@Suite struct CauseKindDrawTests {
  /// Values that change from run to run.
  enum Volatile: String, CaseIterable {
    case hex, base36, base62, base64url, ulid, uuid, pod, interface, query, mail
    case american, words, weekday, rfc

    func draw(_ random: inout Draws) -> String {
      switch self {
      case .hex: random.text(4...40, of: "0123456789abcdef") { $0.contains(where: \.isNumber) }
      case .base36: random.text(8...20, of: .letters + .digits) { $0.changes > 1 }
      case .base62: random.text(24...40, of: .letters + .capitals + .digits) { $0.changes > 2 }
      case .base64url:
        random.text(24...86, of: .letters + .capitals + .digits + "-_") { $0.changes > 2 }
      case .ulid: "01" + random.text(24...24, of: "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
      case .uuid: [8, 4, 4, 4, 12].map { random.text($0...$0, of: "0123456789abcdef") }.joined(separator: "-")
      case .pod:
        "shop-api-" + random.text(9...10, of: .podLetters) { $0.changes > 0 } + "-"
          + random.text(5...5, of: .podLetters)
      case .interface: "fe80::1%\(random.one(of: ["en", "eth", ""]))\(random.number(0...99))"
      case .query:
        "https://shop.example/cart?id=\(random.number(1...9_999))&session=\(random.text(8...16, of: .letters))"
      case .mail: random.text(4...10, of: .letters) + "@mail.example"
      case .american: "\(random.number(1...12))/\(random.number(1...28))/20\(random.two(29))"
      case .words: "\(random.month) \(random.number(1...28)), 20\(random.two(29)) at \(random.clock) PM"
      case .weekday: "\(random.weekday), \(random.number(1...28)) \(random.month)"
      case .rfc:
        "\(random.weekday.prefix(3)), \(random.two(28)) \(random.month.prefix(3)) 20\(random.two(29)) \(random.clock)"
          + random.one(of: [" GMT", " GMT+\(random.clock)"])
      }
    }
  }

  @Test(
    arguments: Volatile.allCases,
    ["The step ended at % again", "value=%, the end", "(\"%\") was not expected", "%: not there"]
  )
  func `values that change from run to run make one kind`(value: Volatile, template: String) {
    var random = Draws()
    let messages = (0..<200).map { _ in template.replacing("%", with: value.draw(&random)) }
    let kinds = Dictionary(grouping: messages) { CauseKind(cause: "error", message: $0) }
    let examples = kinds.map { "\($0.key.text) ← \($0.value[0])" }.sorted()
    #expect(kinds.count == 1, "\(examples.prefix(5))")
  }
}

/// Values drawn at random, the same each time.
struct Draws {
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private var generator = SeededGenerator(seed: 7)

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func two(_ most: Int) -> String {
    let number = number(1...most)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  mutating func one(of texts: [String]) -> String { texts[number(0...texts.count - 1)] }

  /// A text of characters that satisfies a condition.
  mutating func text(_ length: ClosedRange<Int>, of characters: String, where isGood: (String) -> Bool = { _ in true })
    -> String
  {
    let characters = Array(characters)
    while true {
      let text = String((0..<number(length)).map { _ in characters[number(0...characters.count - 1)] })
      if isGood(text) { return text }
    }
  }

  var month: String { mutating get { one(of: Self.months) } }
  var weekday: String { mutating get { one(of: Self.weekdays) } }
  var clock: String { mutating get { "\(two(23)):\(two(59))" } }
}

extension String {
  fileprivate static let letters = "abcdefghijklmnopqrstuvwxyz"
  fileprivate static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  fileprivate static let digits = "0123456789"
  fileprivate static let podLetters = "bcdfghjklmnpqrstvwxz2456789"
}

extension String {
  /// The number of changes between letters and digits.
  fileprivate var changes: Int { zip(self, dropFirst()).count { $0.isNumber != $1.isNumber } }
}
