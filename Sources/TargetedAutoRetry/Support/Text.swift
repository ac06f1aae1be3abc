internal import Foundation

extension String {
  /// The text as a part of one line of a log.
  ///
  /// Each line break with the white space around it is one space. Sequences that a terminal or a CI system would obey
  /// are written out: control characters as `\u{1B}`, `##vso[` as `#\#vso[`.
  var onOneLine: String {
    guard hasUnwritable else { return self }
    return split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
      .writingOutControls.breakingCommands
  }

  /// Most texts are ASCII, for which a check of the bytes is enough.
  private var hasUnwritable: Bool {
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") || $0 == 0x09 }
    return !isPlain && (unicodeScalars.contains(where: \.isUnwritable) || utf8.contains(UInt8(ascii: "#")))
  }

  /// Azure Pipelines, TeamCity and GitHub's runner obey `##vso[`, `##teamcity[` and `##[` at any place of a line; commands
  /// that count where a line begins are in no line of the log, which begins with the time.
  private var breakingCommands: String {
    var rest = unicodeScalars[...]
    var text = ""
    while let scalar = rest.popFirst() {
      text.unicodeScalars.append(scalar)
      guard scalar == "#", rest.first == "#" else { continue }
      if rest.dropFirst().first(where: { !$0.isASCII || !$0.properties.isAlphabetic }) == "[" { text += "\\" }
    }
    return text
  }

  private var writingOutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { $0.isUnwritable ? Array($0.escaped(asASCII: true).unicodeScalars) : [$0] }
      )
    )
  }

  /// The text with a full stop, unless it ends as a sentence does.
  var asSentence: String { last.map { ".!?…".contains($0) } == true ? self : self + "." }

  /// The text, or its longest beginning that fits, with an ellipsis.
  func capped(at limit: Int) -> String {
    isLonger(than: limit) ? prefix(limit - 1) + "…" : self
  }

  /// True if it has more characters; they are counted no further, because texts may be very long.
  func isLonger(than limit: Int) -> Bool {
    utf8.count > limit && index(startIndex, offsetBy: limit, limitedBy: endIndex).map { $0 < endIndex } ?? false
  }
}

extension Unicode.Scalar {
  /// Controls except the tab, line breaks, and characters that reverse the direction of a text.
  fileprivate var isUnwritable: Bool {
    switch value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Int {
  /// The next number; the largest has none.
  var oneMore: Int { self == .max ? self : self + 1 }

  /// The number and the noun, such as `1 attempt` or `2 attempts`.
  func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension Int {
  /// The number of bytes in words: `512 bytes`, `12.3 KB`, `1.2 MB`.
  var asSize: String {
    if self < 1_000 { return counted("byte") }
    let kilobytes = Double(self) / 1_000
    return kilobytes < 1_000 ? kilobytes.text(decimals: 1) + " KB" : (kilobytes / 1_000).text(decimals: 1) + " MB"
  }
}

extension Duration {
  /// Longer than any test run, and short enough for every calculation with durations, and for the system to wait for.
  static let longestWait = Duration.seconds(1_000_000_000)

  /// The duration, at most the longest wait, so that sums do not overflow and stop the process.
  var calculable: Duration { min(self, .longestWait) }

  /// The most seconds that its components can hold; a sum of durations may have more.
  private static let mostSeconds = Duration(secondsComponent: .max, attosecondsComponent: 0)

  var timeInterval: TimeInterval {
    if self > .mostSeconds { return TimeInterval(Int64.max) }
    let (seconds, attoseconds) = components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }

  private static let mostMilliseconds = Duration(
    secondsComponent: .max / 1_000,
    attosecondsComponent: .max % 1_000 * 1_000_000_000_000_000
  )

  /// The milliseconds, rounded to the nearest, halves up, at most the largest number.
  var milliseconds: Int64 {
    if self > .mostMilliseconds { return .max }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
  }

  /// The text `1.5 s`, or `20 ms` below one second.
  var text: String { milliseconds < 1_000 ? "\(milliseconds) ms" : timeInterval.text(decimals: 1) + " s" }
}

extension TimeInterval {
  /// The number with that many digits behind the point.
  func text(decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}
