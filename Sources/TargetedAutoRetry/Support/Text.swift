internal import Foundation

extension String {
  /// The maximum number of Unicode scalars, because the description of an error may have millions of them.
  static let longestPart = 10_000

  // Terminals and CI systems would execute some sequences, so these are escaped: control characters as `\u{1B}`,
  // `##vso[` as `#\#vso[`.
  var onOneLine: String {
    let text = capped(at: Self.longestPart)
    guard text.unicodeScalars.contains(where: { $0.isUnwritable || $0 == "#" }) else { return text }
    return text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
      .writingOutControls.breakingCommands
  }

  // Azure Pipelines, TeamCity and GitHub's runner execute `##vso[`, `##teamcity[` and `##[` anywhere in a line.
  // Commands at the start of a line cannot occur, because each line of the log starts with the time.
  private var breakingCommands: String {
    replacing(#/#(?=#[A-Za-z]*\[)/#.matchingSemantics(.unicodeScalar), with: "#\\")
  }

  private var writingOutControls: String {
    unicodeScalars.reduce(into: "") { $0 += $1.isUnwritable ? $1.escaped(asASCII: true) : String($1) }
  }

  var isBlank: Bool { unicodeScalars.prefix(Self.longestPart).allSatisfy(\.properties.isWhitespace) }

  var asSentence: String { last.map { ".!?…".contains($0) } == true ? self : self + "." }

  // XCTest's message of an assertion without a text of its own ends in " - ".
  func adding(_ remark: String) -> String { last == " " ? self + remark.dropFirst() : self + remark }

  var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }

  func capped(at limit: Int) -> String {
    isLonger(than: limit) ? String(Substring(unicodeScalars.prefix(limit - 1))) + "…" : self
  }

  /// The text for the log, or for a failure that has mentioned it before.
  var shortened: String { capped(at: 500) }

  var stableHash: String { utf8.stableHash }

  // Counts Unicode scalars, because a character may have any number of them.
  func isLonger(than limit: Int) -> Bool { utf8.count > limit && unicodeScalars.dropFirst(limit).first != nil }
}

extension Unicode.Scalar {
  // Control characters except the tab, line breaks, and characters that reverse the direction of text.
  fileprivate var isUnwritable: Bool {
    switch value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Int {
  var oneMore: Int { self == .max ? self : self + 1 }

  func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension [Int] {
  /// For example `attempt 2` or `attempts 1, 2 and 4`; long lists are cut.
  func counted(_ noun: String) -> String {
    let most = 5
    var numbers = prefix(count > most ? most - 1 : most).map { "\($0)" }
    if count > most { numbers.append("\(count - most + 1) more") }
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Duration {
  // Longer than any test run, and short enough for sums of durations and for the system's waits.
  static let longestWait = Duration.seconds(1_000_000_000)

  // An overflow in a sum of durations would stop the process.
  var calculable: Duration { min(self, .longestWait) }

  var timeInterval: TimeInterval { self / .seconds(1) }

  var milliseconds: Int64 { Int64(exactly: (self / .milliseconds(1)).rounded()) ?? .max }

  var text: String { milliseconds < 1_000 ? "\(milliseconds) ms" : String(format: "%.1f s", timeInterval) }
}

extension Sequence<UInt8> {
  /// A hash of twelve digits that, unlike `hashValue`, is the same in every process.
  var stableHash: String {
    String(format: "%012llx", reduce(0) { ($0 ^ UInt64($1)).splitMix() } >> 16)
  }
}

extension UInt64 {
  /// SplitMix64 (Steele, Lea and Flood, 2014).
  func splitMix(_ position: Int = 1) -> UInt64 {
    var mixed = self &+ UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
