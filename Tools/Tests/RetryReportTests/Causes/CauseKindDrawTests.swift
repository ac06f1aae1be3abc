import Testing

@testable import RetryReport

/// Kinds of messages whose values are drawn at random.
@Suite struct CauseKindDrawTests {
  /// Values that change from run to run.
  enum Volatile: String, CaseIterable {
    case count, percent, ordinal, numbered, hex, upperHex, base36, base62, base64, base64url, jwt, ulid, uuid, pointer,
      hash, slug, pod
    case v4, v6, interface, port, localPort, namedPort, url, query, mail, duration, compoundDuration, size
    case iso, isoTime, stamp, european, american, words, weekday, clock, half, rfc
    case temporary, gitHub, gitLab, jenkins, mac, windows, linux

    func draw(_ random: inout Draws) -> String {
      switch self {
      case .count: "\(random.number(0...99_999))"
      case .percent: "\(random.number(0...1_000)).\(random.number(0...9))%"
      case .ordinal: random.one(of: ["1st", "2nd", "3rd", "4th", "11th", "21st", "112th"])
      case .numbered: "user\(random.number(10...199))"
      case .hex: random.text(4...40, of: "0123456789abcdef") { $0.contains(where: \.isNumber) }
      case .upperHex: random.text(8...32, of: "0123456789ABCDEF") { $0.contains(where: \.isNumber) }
      case .base36:
        random.text(8...20, of: "abcdefghijklmnopqrstuvwxyz0123456789") { $0.dropFirst().dropLast().isMixed }
      case .base62:
        random.text(24...40, of: .letters + .letters.uppercased() + .digits) { $0.contains(where: \.isNumber) }
      case .base64:
        random.text(24...64, of: .letters + .letters.uppercased() + .digits + "+/") { $0.contains(where: \.isNumber) }
          + "="
      case .base64url: random.base64url(24...86)
      case .jwt: "eyJ\(random.base64url(17...40)).eyJ\(random.base64url(4...90)).\(random.base64url(43...86))"
      case .ulid: "01" + random.text(24...24, of: "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
      case .uuid: [8, 4, 4, 4, 12].map { random.text($0...$0, of: "0123456789abcdef") }.joined(separator: "-")
      case .pointer: "0x" + random.text(9...12, of: "0123456789abcdef")
      case .hash: "com.example.Cart@" + random.text(6...8, of: "0123456789abcdef")
      case .slug: "https://shop.example/products/\(random.word)-\(random.word)-\(random.number(1...9_999))"
      case .pod:
        "shop-api-" + random.text(9...10, of: .podLetters) { $0.isMixed } + "-" + random.text(5...5, of: .podLetters)
      case .v4: random.v4
      case .v6: "fe80::" + (0..<4).map { _ in random.text(4...4, of: "123456789abcdef") }.joined(separator: ":")
      case .interface: "fe80::1%\(random.one(of: ["en", "eth", ""]))\(random.number(0...99))"
      case .port: "127.0.0.1:\(random.number(32_768...65_535))"
      case .localPort: "localhost:\(random.number(1_024...65_535))"
      case .namedPort: "db.internal:\(random.number(10_000...65_535))"
      case .url: "http://localhost:\(random.number(32_768...65_535))/orders/\(random.number(1...9_999))"
      case .query:
        "https://shop.example/cart?id=\(random.number(1...9_999))&session=\(random.text(8...16, of: .letters))"
      case .mail: random.text(4...10, of: .letters) + "@mail.example"
      case .duration: "\(random.number(0...99_999))\(random.one(of: ["ms", " ms", "s", " seconds", ".5 s", "µs"]))"
      case .compoundDuration: "\(random.number(1...59))\(random.one(of: ["m", "h"]))\(random.number(0...59))s"
      case .size: "\(random.number(1...9_999))\(random.one(of: [" bytes", "KB", " MB", ".5 GiB", "B"]))"
      case .iso: random.day("-")
      case .isoTime: "\(random.day("-"))T\(random.clock):\(random.two(59)).\(random.number(100...999))Z"
      case .stamp:
        "20"
          + "\(random.two(29))\(random.two(12))\(random.two(28))T\(random.two(23))\(random.two(59))\(random.two(59))Z"
      case .european: "\(random.number(1...28)).\(random.number(1...12)).20\(random.two(29))"
      case .american: "\(random.number(1...12))/\(random.number(1...28))/20\(random.two(29))"
      case .words:
        "\(random.month) \(random.number(1...28)), 20\(random.two(29)) at \(random.clock) \(random.one(of: ["AM", "PM"]))"
      case .weekday: "\(random.one(of: Draws.weekdays)), \(random.number(1...28)) \(random.month)"
      case .clock: "\(random.clock):\(random.two(59))"
      case .half: "\(random.number(1...12)):\(random.two(59))\u{202F}\(random.one(of: ["AM", "PM"]))"
      case .rfc:
        "\(random.one(of: Draws.weekdays).prefix(3)), \(random.two(28)) \(random.month.prefix(3)) 20\(random.two(29)) \(random.clock):00 GMT"
      case .temporary: "/tmp/\(random.text(4...12, of: .letters))-\(random.number(1...9_999))/cart.db"
      case .gitHub: "/__w/\(random.word)/\(random.word)/build/cart.db"
      case .gitLab: "/builds/\(random.number(0...20))/\(random.word)/cart.db"
      case .jenkins:
        "/var/lib/jenkins/workspace/\(random.word)_PR-\(random.number(1...999))@\(random.number(1...9))/cart.db"
      case .mac:
        "/private/var/folders/\(random.text(2...2, of: .letters))/\(random.text(12...20, of: .letters + .digits))/T/cart.db"
      case .windows: #"C:\agent\_work\\#(random.number(1...99))\s\\#(random.word)\cart.db"#
      case .linux: "/home/\(random.word)/work/\(random.word)/cart.db"
      }
    }
  }

  @Test(
    arguments: Volatile.allCases,
    ["The step ended at % again", "value=%, the end", "(\"%\") was not expected", "%: not there"]
  )
  func `values that change from run to run make one kind`(value: Volatile, template: String) {
    var random = Draws(seed: 7)
    let messages = (0..<200).map { _ in template.replacing("%", with: value.draw(&random)) }
    let kinds = Dictionary(grouping: messages) { CauseKind(cause: "error", message: $0) }
    let examples = kinds.map { "\($0.key.text) ← \($0.value[0])" }.sorted()
    #expect(kinds.count == 1, "\(examples.prefix(5))")
  }

  @Test(arguments: [
    "The server answered %", "HTTP % for /cart", "status(%)", "statusCode: %, after 12 ms", "expected 200, got %",
    "GET https://shop.example/cart?id=17 % in 12 ms", "XCTAssertEqual failed: (\"%\") is not equal to (\"200\")",
  ])
  func `two statuses are never one kind`(template: String) {
    let statuses = Array(400...431) + Array(500...511)
    let kinds = Set(statuses.map { CauseKind(cause: "error", message: template.replacing("%", with: "\($0)")) })
    #expect(kinds.count == statuses.count)
  }

  @Test(arguments: [
    "Error Domain=NSURLErrorDomain Code=-% \"…\"", "errno: %", "exit code %", "terminated by signal %",
    "ORA-% at line 12",
    "error %: see the log", "ERROR % (HY000)", "error TS%: see the log", "curl: (%) see the log", "SQLSTATE %",
    "(Shop.CartError error %.)", "[Errno %] see the log", "0x8007% was returned",
  ])
  func `two codes are never one kind`(template: String) {
    var random = Draws(seed: 11)
    let codes = template.hasPrefix("ORA") || template.hasPrefix("0x") ? 10_000...99_999 : 1_000...9_999
    let drawn = Set((0..<300).map { _ in random.number(codes) }).map {
      template.hasPrefix("0x") ? String($0 % 9_000 + 1_000) : "\($0)"
    }
    let kinds = Set(drawn.map { CauseKind(cause: "error", message: template.replacing("%", with: $0)) })
    #expect(kinds.count == Set(drawn).count)
  }

  @Test(arguments: [
    "Error Domain=ShopDomain Code=4 \"…\" UserInfo={%}", "The cart is [%] and not [:]",
    "body: {\"items\":{%}}",
  ])
  func `entries of dictionaries in any order make one kind`(template: String) {
    var random = Draws(seed: 13)
    let sign = template.contains("UserInfo") ? "=" : ": "
    let entries = ["total%17", "state%It is late, or lost", "next%{b%1, a%[2, 3]}", "quote%a \" in it"]
      .map { $0.replacing("%", with: sign) }
    let messages = (0..<100).map { _ in
      template.replacing("%", with: random.shuffled(entries).joined(separator: ", "))
    }
    #expect(Set(messages).count == 24)
    #expect(Set(messages.map { CauseKind(cause: "error", message: $0) }).count == 1)
  }

  @Test func `any text has one kind`() {
    var random = Draws(seed: 17)
    let signs =
      CauseKindTests.signs
      + ["\\ud800", "\u{FFFD}", "🏳️‍🌈", "\u{2067}", "\r\n", " ", ")", "]", "}", ",", "=", "#", "@", "eyJ"]
    for _ in 0..<1_000 {
      let message = (0..<random.number(1...400)).map { _ in random.one(of: signs) }.joined()
      let kinds = (0..<2).map { _ in CauseKind(cause: "error", message: message) }
      #expect(kinds[0] == kinds[1])
      #expect(kinds[0].text.count <= "error: ".count + 300)
    }
  }
}

/// Values drawn at random, the same for each seed.
struct Draws {
  static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func two(_ most: Int) -> String {
    let number = number(1...most)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  mutating func one(of texts: [String]) -> String { texts[number(0...texts.count - 1)] }

  mutating func shuffled(_ texts: [String]) -> [String] { texts.shuffled(using: &generator) }

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

  mutating func base64url(_ length: ClosedRange<Int>) -> String {
    text(length, of: .letters + .letters.uppercased() + .digits + "-_") { $0.contains(where: \.isNumber) }
  }

  var word: String { mutating get { one(of: ["shop", "kettle", "green", "tea", "otter", "brave", "checkout"]) } }
  var month: String { mutating get { one(of: Self.months) } }
  var clock: String { mutating get { "\(two(23)):\(two(59))" } }
  var v4: String { mutating get { (0..<4).map { _ in "\(number(0...255))" }.joined(separator: ".") } }

  mutating func day(_ sign: String) -> String { ["20\(two(29))", two(12), two(28)].joined(separator: sign) }
}

extension String {
  fileprivate static let letters = "abcdefghijklmnopqrstuvwxyz"
  fileprivate static let digits = "0123456789"
  fileprivate static let podLetters = "bcdfghjklmnpqrstvwxz2456789"
}

extension StringProtocol {
  /// True if digits stand between letters.
  fileprivate var isMixed: Bool { contains(where: \.isNumber) && contains(where: \.isLetter) }
}
