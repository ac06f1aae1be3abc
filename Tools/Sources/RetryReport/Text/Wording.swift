internal import Foundation

extension Double {
  /// A share as `12.5 %`; only 0 reads as 0 %, and only 1 as 100 %.
  package var asPercent: String {
    let percent = self * 100
    if percent > 0, percent < 0.1 { return "< 0.1 %" }
    if percent < 100, percent > 99.9 { return "> 99.9 %" }
    return String(format: "%.1f %%", percent)
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
  /// The number with separators, such as `12,345`.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }

  /// The number and the noun, such as `1 step` or `2,000 steps`.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension [String] {
  /// The first five on one line, and how many more there are.
  package var listed: String {
    let shown = prefix(5).map(\.printable).joined(separator: ", ")
    return count > 5 ? "\(shown) and \(count - 5) more" : shown
  }
}

extension String {
  /// The path without its last component, or empty; Foundation ends the process for a path of one letter.
  package var folder: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return String(slash == startIndex ? prefix(1) : self[..<slash])
  }

  /// The text as one word of a shell command.
  public var quotedForShell: String {
    let isPlain = wholeMatch(of: /[A-Za-z0-9._\/:@%+=,-]+/) != nil
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }

  /// The path as one word of a shell command, which is not taken for an option.
  public var asPathForShell: String { (hasPrefix("-") ? "./\(self)" : self).quotedForShell }

  /// The text with a full stop, unless it ends a sentence already.
  package var asSentence: String { last.map { ".!?…".contains($0) } == true ? self : "\(self)." }

  package func truncated(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }
}
