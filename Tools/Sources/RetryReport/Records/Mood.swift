/// How bad something is: an action in one run, or a row of a table.
enum Mood: Int, Comparable, Sendable, CaseIterable {
  case good, skipped, canceled, stopped, unknown, flaky, bad

  init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .passed: .good
      case .recovered: .flaky
      case .exhausted, .timedOut, .aborted, .died: .bad
      case .stopped: .stopped
      case .skipped: .skipped
      case .canceled: .canceled
      case .unknown: .unknown
      }
  }

  var word: String { ["passed", "skipped", "canceled", "stopped early", "unknown", "recovered", "failed"][rawValue] }

  /// The letter in a text of several runs.
  var letter: String { [".", "s", "c", "e", "?", "r", "F"][rawValue] }

  /// Whether an attempt failed.
  var isTrouble: Bool { self >= .flaky }

  static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
}
