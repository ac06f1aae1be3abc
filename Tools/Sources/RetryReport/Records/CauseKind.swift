internal import Foundation

/// The text that the causes of one flake, or of one bug, have in common.
///
/// Values that change from run to run, such as numbers, times and addresses, become placeholders. Words, types of errors,
/// files, names in quotes and numbers that are codes stay.
package struct CauseKind: Hashable, Comparable, Sendable {
  /// The number of characters of a message that tell its kind.
  private static let longest = 240

  package let text: String

  /// - Parameters:
  ///   - cause: As in the records: `condition`, `error`, `issue`, `timeout`.
  ///   - errorType: The type of the error, if the cause is one.
  ///   - message: The text of the cause.
  ///   - innerAction: The step inside that did not succeed.
  package init(cause: String, errorType: String = "", message: String, innerAction: String = "") {
    let parts = [cause, errorType, String(Self.normalized(message).prefix(Self.longest))].filter { !$0.isEmpty }
    // The words of a condition name the step inside as well.
    let isNamed = innerAction.isEmpty || message.contains("(in \(innerAction) at ")
    text = parts.joined(separator: ": ") + (isNamed ? "" : " (in \(innerAction))")
  }

  /// - Parameter text: The text of a kind that was written before.
  init(text: String) {
    self.text = text
  }

  package static func < (left: CauseKind, right: CauseKind) -> Bool { left.text < right.text }

  /// The message with placeholders for what changes.
  static func normalized(_ message: String) -> String {
    var text = message
    for (pattern, replacement) in rules { text = pattern.stringByReplacing(in: text, with: replacement) }
    return keepingCodes(in: text).split(separator: " ").joined(separator: " ")
  }

  /// The order counts: no rule may take apart the placeholder of another.
  private static let rules = patterns.compactMap { pattern, replacement in
    (try? NSRegularExpression(pattern: pattern)).map { ($0, replacement) }
  }

  static let patterns: [(String, String)] = [
    // The setting that a limit comes from.
    (#" \((?:conditionTimeout|attemptTimeLimit|time limit) [^)]*\)"#, ""),
    // Lines of source files move; the file stays.
    (#"\b([\w+-]+\.(?:swift|m|mm|c|cpp|h|js|ts|kt|java|py)):\d+(?::\d+)?"#, "$1"),
    (#"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"#, "<uuid>"),
    (#"\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"#, "<date>"),
    (#"\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?\b"#, "<date>"),
    (#"\b0x[0-9a-fA-F]+\b"#, "<address>"),
    // Folders with a new name each time; the file in them stays.
    (#"(?:/private)?/(?:tmp|var/folders|var/tmp|Users|home)/(?:[^\s/"'<>,;)}\]]+/)*([^\s/"'<>,;)}\]]*)"#, "<path>/$1"),
    (#"\?[^\s"',)}\]]*=[^\s"',)}\]]*"#, "?<query>"),
    (#"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b"#, "<host>"),
    (#"(?i)\b(localhost):\d+\b"#, "$1"),
    (#"\b(?=[0-9a-fA-F]*\d)(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{8,}\b"#, "<hex>"),
    (#"\b\d{16,}\b"#, "<hex>"),
    // Statements with values; the constraint that they broke is named before.
    (#"`[^`]*\d[^`]*`"#, "<code>"),
    // Values that were compared.
    (
      #"\(("[^"]*")\) is not (equal to|less than|greater than|identical to) \(("[^"]*")\)"#,
      "(<value>) is not $2 (<value>)"
    ),
    (#" → [^)]*\)"#, " → <value>)"),
    (#"\b\d+(?:\.\d+)? ?(?:ms|s|sec|secs|seconds|second|minutes|minute|ns|µs)\b"#, "<time>"),
    (#"\{\{[-\d., ]+\}, \{[-\d., ]+\}\}"#, "<frame>"),
    (#"\bIndex \d+\b"#, "Index #"),
  ]

  /// A number is a code where a word before it says so.
  private static let numbers = try? NSRegularExpression(
    pattern:
      #"(?i)(\b(?:code|status|errno|error|signal|http|sqlstate|exit code|unavailable|exceeded|axaction|expected)\b[ =:(]{0,2})?(-?\b\d+(?:\.\d+)*[a-z]?\b|-?\b\d+p\d+\b)"#
  )

  private static func keepingCodes(in text: String) -> String {
    guard let numbers else { return text }
    let whole = text as NSString
    var result = ""
    var position = 0
    for match in numbers.matches(in: text, range: NSRange(location: 0, length: whole.length)) {
      result += whole.substring(with: NSRange(location: position, length: match.range.location - position))
      let isCode = match.range(at: 1).location != NSNotFound
      result += isCode ? whole.substring(with: match.range) : "#"
      position = match.range.location + match.range.length
    }
    return result + whole.substring(from: position)
  }
}

extension NSRegularExpression {
  fileprivate func stringByReplacing(in text: String, with template: String) -> String {
    stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: template)
  }
}

/// A cache of kinds, because most rows say what others have said.
struct CauseKinds {
  private struct Words: Hashable {
    let cause: String
    let errorType: String
    let message: String
    let innerAction: String
  }

  /// The number of kinds that it holds before it is emptied.
  private static let most = 4_096

  private var known: [Words: CauseKind] = [:]

  mutating func kind(of row: Row) -> CauseKind {
    let (type, message, action) = (row.errorType, row.errorMessage, row.innerAction)
    let words = Words(cause: row.cause, errorType: type, message: message, innerAction: action)
    if let kind = known[words] { return kind }
    let kind = CauseKind(cause: row.cause, errorType: type, message: message, innerAction: action)
    if known.count == Self.most { known = [:] }
    known[words] = kind
    return kind
  }
}
