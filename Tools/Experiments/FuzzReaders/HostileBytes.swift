import Seeds

/// Random changes of bytes, as by a killed process, a bad disk or an attacker.
struct HostileBytes {
  private static let tokens: [[UInt8]] = [
    "9223372036854775807", "-9223372036854775808", "-1", "1e400", "NaN", "null", "true", "\"\"", "[]", "{}", "{{{{{{{{",
    "[[[[[[[[",
    "\u{0}", "\u{1B}[2J", "\u{202E}", "🙈", "\\ud800", "\\u0000", "::stop-commands::x", "##vso[task.complete]", "\n",
    "\r\n", "<", ">", "&",
    "<!--", "-->",
    "<![CDATA[", "]]>", "<!DOCTYPE a [", "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;&b;&b;\">]>", "&d;", "&b;",
    "<!DOCTYPE a SYSTEM \"/etc/passwd\">", "<?xml version=\"1.1\" encoding=\"UTF-16\"?>", " encoding=\"US-ASCII\"",
    "&#xD800;",
    "&#0;", "&#x1F512;", "\u{FEFF}\u{FFFE}", " xmlns:j=\"k\"", "<testcase name=\"testPay\" classname=\"Shop.Cart\"/>",
    "</testcase>",
    "<a><a><a><a><a><a><a><a>", "<?a b?>", "=\"", "'", "<testcase classname=\"ShopTests.CartTests\" name=\"testCart\">",
    "</testsuite>", "<testsuite>", "<j:testsuite>", "\"seq\":3", "\u{FEFF}",
    "\"kind\":\"step\"", "\"kind\":\"wait\"", "\"limit_ms\":0",
    "\"action_runs\":0",
    "\"because\":\"</script>\u{1B}\"", "\"expires\":\"2026-13-45\"", "\"outcome\":\"timedOut\"",
    "\"outcome\":\"recovered\"", "\"attachments\":\"../../etc/passwd\"", "\"v\":1",
  ].map { Array($0.utf8) }

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The bytes, with a few changes.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(6) {
      let place = below(bytes.count + 1)
      switch below(8) {
      case 0: bytes = Array(bytes.prefix(place))
      case 1: bytes.insert(contentsOf: Self.tokens[below(Self.tokens.count)], at: place)
      case 2 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 3 where place < bytes.count: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(40)))
      case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + below(400))], at: below(bytes.count + 1))
      case 5:
        bytes.insert(
          contentsOf: Array(repeating: Self.tokens[below(Self.tokens.count)], count: below(200)).joined(),
          at: place
        )
      case 6: replaceNumber(in: &bytes, from: place)
      default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      }
    }
    return bytes
  }

  /// Replaces the next number.
  private mutating func replaceNumber(in bytes: inout [UInt8], from place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Self.tokens[below(12)])
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
}
