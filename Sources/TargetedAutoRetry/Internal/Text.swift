internal import Foundation

extension String {
  /// The text with every line break and the white space around it made one space: a log line stays one line.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
  }
}

extension Int {
  /// The number and the noun, such as `1 attempt` or `2 attempts`.
  func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension Duration {
  var timeInterval: TimeInterval {
    let (seconds, attoseconds) = components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }

  /// The text `5.0 s` for five seconds.
  var inSeconds: String { String(format: "%.1f s", timeInterval) }
}
