internal import Foundation

extension String {
  private static let pattern = try? NSRegularExpression(pattern: Pattern.anyOfThem)

  /// The text with placeholders for what changes from run to run.
  package var withoutValues: String {
    let text = replacingPatterns(keepingLines: false)
    // A line number changes with each edit, so it is dropped unless nothing else identifies the check.
    let kept = text.contains(Pattern.line) && !text.describesCheck ? replacingPatterns(keepingLines: true) : text
    return kept.replacing(Pattern.line, with: "").sortingEntries
  }

  private func replacingPatterns(keepingLines: Bool) -> String {
    let source = self as NSString
    var (result, end) = ("", 0)
    Self.pattern?.enumerateMatches(in: self, range: NSRange(location: 0, length: source.length)) { match, _, _ in
      guard let match, let group = (1..<match.numberOfRanges).first(where: { match.range(at: $0).length > 0 }) else {
        return
      }
      let shown = Pattern.shownOfGroups[group - 1]
      result += source.substring(with: NSRange(location: end, length: match.range.location - end))
      end = match.range.upperBound
      if shown == "#", result.hasSuffix("#-") {
        result.removeLast()
      } else if shown == "$0" || (shown == Pattern.line && keepingLines) {
        result += source.substring(with: match.range)
      } else {
        result += shown
      }
    }
    return result + source.substring(from: end)
  }

  /// Words of assertions and traps that do not identify a check.
  private static let general = Set(
    """
    a actual an and array as assert assertion assertionerror assertionfailederror at be bounds but date email equal
    error exception expectation expected expression failed failure false fatal folder for found got greater host in
    index indexoutofboundsexception info is issue java junit lang length less line list main nil none not null
    nullpointerexception of on opentest4j optional or org out panicked query range received recorded than the thread
    to true undefined unexpected unexpectedly unwrapping uuid value was while with
    """.split { $0.isWhitespace }.map(String.init)
  )

  /// Whether a word other than the place says what failed.
  private var describesCheck: Bool {
    split(separator: " ").contains { part in
      !part.contains(Pattern.line)
        && part.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { word in
          word.contains(where: \.isLetter) && !word.hasPrefix("xct") && !Self.general.contains(String(word))
        }
    }
  }

  /// The text with the entries of `{key=value, …}`, `["key": value, …]`, `[a, b]` and `Set(a, b)` sorted, and with one
  /// placeholder for a list of them.
  ///
  /// The order of a dictionary's or a set's entries differs from process to process.
  fileprivate var sortingEntries: String {
    guard contains(where: { "{[(".contains($0) }) else { return self }
    // The entries of each open bracket; the first element is the text outside all brackets.
    var open = [[""]]
    var isList = [false]
    for character in self {
      if "}])".contains(character), open.count > 1 { open.closeLast(isList: isList.removeLast()) }
      if character == "," { open[open.count - 1].append("") } else { open.write(String(character)) }
      if "{[(".contains(character) {
        let before = open[open.count - 1].last ?? ""
        isList.append(
          character == "(" ? before.hasSuffix("Set(") : !before.lowercased().hasSuffix("array: \(character)")
        )
        open.append([""])
      }
    }
    while open.count > 1 { open.closeLast(isList: isList.removeLast()) }
    return open[0].joined(separator: ",")
  }

  /// Whether it is `key=value` or `"key": value` with a short key.
  fileprivate var isEntry: Bool {
    guard let end = prefix(80).firstIndex(where: { "=:".contains($0) }) else { return false }
    return end > startIndex && self[..<end].allSatisfy { $0.isLetter || $0.isNumber || " \"_-.".contains($0) }
  }
}

extension [[String]] {
  /// Adds to the last entry of the innermost bracket.
  fileprivate mutating func write(_ text: String) { self[count - 1][self[count - 1].count - 1] += text }

  /// Joins the entries of the innermost bracket, and adds them to the text around it.
  fileprivate mutating func closeLast(isList: Bool) {
    let parts = removeLast()
    if parts[0].isEntry {
      // A comma within a value does not begin an entry.
      let entries = parts.reduce(into: [String]()) { all, part in
        if part.isEntry {
          all.append(part.trimmingCharacters(in: .whitespaces))
        } else {
          all[all.count - 1] += ",\(part)"
        }
      }
      write(entries.sorted().joined(separator: ", "))
    } else if isList, parts.count > 1 {
      let entries = parts.map { $0.trimmingCharacters(in: .whitespaces) }
      write(entries.allSatisfy { $0 == "#" } ? "#" : entries.sorted().joined(separator: ", "))
    } else {
      write(parts.joined(separator: ","))
    }
  }
}
