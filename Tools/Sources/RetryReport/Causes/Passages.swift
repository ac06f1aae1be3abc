/// Passages of a message that change from run to run as a whole.
private enum Passages {
  // A `Regex` is not `Sendable`, and takes longer to make than to match.
  /// The setting that a limit comes from, as in `(limit of the call)`.
  nonisolated(unsafe) static let setting =
    /\s\((?:default limit|(?:time )?limit of|(?:conditionTimeout|attemptTimeLimit) of)[^()]*\)/
  /// What was compared: `("…") is not equal to ("…")`, `(name → …) == …`.
  nonisolated(unsafe) static let quoted = /\("([^"]*)"\)/
  nonisolated(unsafe) static let expanded = /→ ((?:[^()]|\([^()]*\))*)\)/
  /// A statement; the constraint that it broke is named before.
  nonisolated(unsafe) static let statement = /`([^`]* [^`]*)`/
}

extension String {
  var foldingPassages: String {
    var text = replacing(Passages.setting, with: "")
    if text.contains("\"") {
      text.replace(Passages.quoted) { $0.output.1.isLongValue ? "(\"<value>\")" : String($0.output.0) }
    }
    if text.contains("→") {
      text.replace(Passages.expanded) { $0.output.1.isLongValue ? "→ <value>)" : String($0.output.0) }
    }
    if text.contains("`") {
      text.replace(Passages.statement) {
        $0.output.1.contains { "'0123456789".contains($0) } ? "`<code>`" : String($0.output.0)
      }
    }
    // The elements that were on the screen when one was not found.
    if let elements = text.firstRange(of: "from input {(") { text = text[..<elements.upperBound] + "<elements>" }
    return text
  }
}

extension Substring {
  /// True for more than three words.
  fileprivate var isLongValue: Bool { count { $0 == " " } > 2 }
}
