internal import Foundation

extension Double {
  /// A share as `12.5 %`.
  ///
  /// Only nothing reads as 0 %, and only all as 100 %.
  var asPercent: String {
    let percent = self * 100
    if percent > 0, percent < 0.1 { return "< 0.1 %" }
    if percent < 100, percent > 99.9 { return "> 99.9 %" }
    return String(format: "%.1f %%", percent)
  }

  /// A bound as `5 %`, rounded up to two digits.
  var asUpperBound: String {
    let percent = self * 100
    guard percent > 0 else { return "0 %" }
    let unit = pow(10, floor(log10(percent)) - 1)
    // What the machine cannot write exactly is not rounded up.
    return String(format: "%g %%", (percent / unit - 1e-9).rounded(.up) * unit)
  }
}

extension Int64 {
  /// Milliseconds as `350 ms`, `4.2 s`, `3 min 5 s` or `2 h 10 min`.
  var asTime: String {
    switch self {
    case ..<1_000: "\(self) ms"
    case ..<60_000: String(format: "%.1f s", Double(self) / 1_000)
    case ..<3_600_000: "\(self / 60_000) min \(self % 60_000 / 1_000) s"
    default: "\(self / 3_600_000) h \(self % 3_600_000 / 60_000) min"
    }
  }
}

extension Int {
  /// The number and the noun, such as `1 step` or `2 steps`.
  func counted(_ noun: String, plural: String? = nil) -> String { "\(self) \(self == 1 ? noun : plural ?? noun + "s")" }
}

extension String {
  /// The text on one line, without commands to a terminal or to a CI system that reads the log.
  public var printable: String {
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    let text = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    let isCommand = ["::", "##", "--- ", "+++ ", "~~~ ", "^^^ "].contains { text.hasPrefix($0) }
    return isCommand ? "\\" + text : text
  }

  func truncated(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }

  /// The number of columns in a terminal; emoji and East Asian characters take two.
  var columns: Int {
    reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }

  /// The text in HTML and XML, in an element or in a quoted attribute.
  var escapedForMarkup: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      // XML 1.0 has no way to write these.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Encodable {
  /// The value as JSON for people and machines: the same value is the same text.
  func sortedJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return true }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
