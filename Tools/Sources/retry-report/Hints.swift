import Foundation

/// Guesses at the word that was meant.
enum Hints {
  /// The command as its user called it; the plugin sets the variable.
  static let program = ProcessInfo.processInfo.environment["RETRY_REPORT_COMMAND"] ?? "retry-report"

  private static let ofComparison = ["--fail-on-new-cause", "--fail-on-regression"]

  /// A sentence for a first argument that is nearly a command: it is no path that a warning calls missing.
  static func misspelling(_ word: String?, commands: [String]) -> String? {
    guard let word, !word.hasPrefix("-"), !commands.contains(word), !FileManager.default.fileExists(atPath: word)
    else { return nil }
    // Two letters that changed places are two differences, and so is one that became another.
    let near = commands.map { (name: $0, distance: word.difference(from: $0).count) }.filter { $0.distance <= 2 }
    let nearest = near.min { $0.distance < $1.distance }
    return nearest.map { "There is no command and no file \(word). Did you mean \($0.name)?" }
  }

  /// The message of an error, with a sentence for an option that is another command's.
  static func completing(_ message: String) -> String {
    guard let option = ofComparison.first(where: { message.contains("Unknown option '\($0)'") }) else { return message }
    return message
      + "\n\(option) needs a baseline to compare with: \(program) compare baseline.json retries \(option)"
  }
}
