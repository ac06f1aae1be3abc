internal import CausePatterns
internal import Foundation

/// The text that the causes of one flake, or of one bug, have in common.
///
/// Values that change from run to run, such as counts, ids, times and folders, become placeholders. Words, types of
/// errors, files, short names in quotes and numbers that are codes stay.
package struct CauseKind: Hashable, Comparable, Sendable {
  /// The maximum length of a message in a kind, in characters.
  private static let longest = 300

  package let text: String

  /// - Parameters:
  ///   - cause: The `cause` of the records: `condition`, `error`, `issue`, `timeout`.
  ///   - errorType: The type of the error, if the cause is one.
  ///   - message: The text of the cause.
  ///   - innerAction: The nested step that did not succeed.
  package init(cause: String, errorType: String = "", message: String, innerAction: String = "") {
    let words = message.onOneLine.withoutValues.prefix(Self.longest)
    let parts = [cause, errorType, String(words)].filter { !$0.isEmpty }
    // The message of a failed condition already names the nested step.
    let isNamed = innerAction.isEmpty || message.onOneLine.contains("(in \(innerAction.onOneLine) at ")
    text = parts.joined(separator: ": ") + (isNamed ? "" : " (in \(innerAction))")
  }

  init(_ row: Row) {
    self.init(cause: row.cause, errorType: row.errorType, message: row.errorMessage, innerAction: row.innerAction)
  }

  /// A kind that was read from a baseline.
  package init(text: String) {
    self.text = text
  }

  /// The kind without the name of the step that it belongs to, and of the nested step that it names.
  package func withoutName(of action: String) -> CauseKind {
    var text = text
    if text.hasSuffix(")"), let inner = text.range(of: " (in ", options: .backwards) {
      text.replaceSubrange(inner.upperBound..., with: "<step>)")
    }
    // The search is slow, so it is skipped for a name that is longer than the text.
    let canOccur = action.count > 1 && action.count <= text.count
    return CauseKind(text: canOccur ? text.replacing(action, with: "<step>") : text)
  }

  package static func < (left: CauseKind, right: CauseKind) -> Bool { left.text < right.text }
}

extension String {
  /// The longest message that the library writes, in characters.
  private static let longest = 1_024

  /// The text with each sequence of whitespace replaced by one space.
  fileprivate var onOneLine: String {
    unicodeScalars.prefix(Self.longest).split { $0.properties.isWhitespace || $0.value < 32 }.map(String.init)
      .joined(separator: " ")
  }
}

/// A cache of kinds, because most rows repeat the message of another.
struct CauseKinds {
  /// The number of kinds that it holds before it is emptied.
  private static let most = 4_096

  private var known: [[String]: CauseKind] = [:]

  mutating func kind(of row: Row) -> CauseKind {
    let words = [row.cause, row.errorType, row.errorMessage, row.innerAction]
    if let kind = known[words] { return kind }
    let kind = CauseKind(row)
    if known.count == Self.most { known = [:] }
    known[words] = kind
    return kind
  }
}
