internal import Foundation

struct Steering: Sendable {
  /// The number of retries that replaces every step's; 0 is a run without retries.
  var retryAttempts: Int?
  /// Matches the names of steps whose first attempt is forced to fail, so that their reset steps run.
  var rehearsal: NSRegularExpression?
  var failsOnRecovery = false
  var timeScale = 1.0

  var timeScaleText: String { timeScale == 1 ? "" : ", multiplied by \(EnvironmentVariable.patience.name)" }

  static let rehearsalCause = "\(EnvironmentVariable.rehearse.name): the first attempt counts as failed"
}

extension Steering {
  init(_ variables: inout SteeringVariables) {
    retryAttempts = variables.value(of: .attempts) { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
    failsOnRecovery = variables.value(of: .failOnRecovery, parse: Self.flag) ?? false
    timeScale = variables.value(of: .patience) { Double($0).flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil } } ?? 1
    rehearsal = variables.value(of: .rehearse) { try? NSRegularExpression(pattern: $0) }
    if rehearsal != nil, retryAttempts == 0 {
      let (rehearse, attempts) = (EnvironmentVariable.rehearse.name, EnvironmentVariable.attempts.name)
      variables.problems.append("\(rehearse) has no effect, because \(attempts) is 0.")
    }
  }

  func rehearses(_ step: String) -> Bool {
    rehearsal?.firstMatch(in: step, range: NSRange(step.startIndex..., in: step)) != nil
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }
}

// A misspelled name or value is a problem that fails the run: a gate must not switch itself off silently.
struct SteeringVariables {
  private let values: [String: String]
  var problems: [String]

  init(_ environment: [String: String]) {
    let names = EnvironmentVariable.allCases.map(\.name)
    // CI systems set an unused input to an empty value.
    values = environment.filter { name, value in
      !value.isEmpty
        && (name.hasPrefix(EnvironmentVariable.prefix) || Self.isMisspelled(name, of: names) || Self.namesNothing(name))
    }
    problems = values.sorted { $0.key < $1.key }.filter { !names.contains($0.key) }.map { name, value in
      let near = names.first { Self.isMisspelled(name, of: [$0]) || name.hasLongPrefix(of: $0) }
      let suffixes = EnvironmentVariable.allCases.map(\.rawValue).joined(separator: ", ")
      let help = near.map { "The nearest is \($0)" } ?? "The names after \(EnvironmentVariable.prefix) are \(suffixes)"
      return "\(Self.text(name, value)), and there is no such variable. \(help)."
    }
  }

  /// The parsed value; `nil` if the variable is not set or cannot be read, which adds a problem.
  mutating func value<Value>(of variable: EnvironmentVariable, parse: (String) -> Value?) -> Value? {
    guard let text = values[variable.name] else { return nil }
    if let value = parse(text) { return value }
    problems.append("\(Self.text(variable.name, text)), but must be \(variable.accepted). The default applies.")
    return nil
  }

  /// The known variables that have another value now.
  func changedNames(in environment: [String: String]) -> [String] {
    EnvironmentVariable.allCases.map(\.name).filter { (environment[$0] ?? "") != (values[$0] ?? "") }
  }

  /// Whether it differs from a known name only in case, in characters other than letters, or in one letter: a wrong, missing
  /// or additional one, or two that are swapped.
  private static func isMisspelled(_ name: String, of names: [String]) -> Bool {
    let letters = name.uppercased().filter(\.isLetter)
    // Comparing every other variable would be wasteful.
    guard letters.contains("AUTO") || letters.contains("RETRY") else { return false }
    return names.contains { name in
      let known = name.filter(\.isLetter)
      return abs(known.count - letters.count) <= 1 && letters.difference(from: known).count <= 2
    }
  }

  /// Whether it only says that something is retried.
  private static func namesNothing(_ name: String) -> Bool {
    ["AUTORETRY", "AUTORETRIES"].contains(name.uppercased().filter(\.isLetter))
  }

  private static func text(_ name: String, _ value: String) -> String {
    "\(name.capped(at: 100).onOneLine) is \"\(value.capped(at: 100).onOneLine)\""
  }
}

extension String {
  /// Whether both begin alike, with enough letters after the prefix of all variables to mean the same.
  fileprivate func hasLongPrefix(of name: String) -> Bool {
    uppercased().commonPrefix(with: name).count >= EnvironmentVariable.prefix.count + 5
  }
}

enum EnvironmentVariable: String, CaseIterable {
  case attempts = "ATTEMPTS"
  case rehearse = "REHEARSE"
  case failOnRecovery = "FAIL_ON_RECOVERY"
  case patience = "PATIENCE"
  case log = "LOG"
  case report = "REPORT"
  case runID = "RUN_ID"
  case shard = "SHARD"

  static let prefix = "AUTO_RETRY_"

  var name: String { Self.prefix + rawValue }

  var accepted: String {
    switch self {
    case .attempts: "an integer, 0 or more"
    case .rehearse: "a regular expression"
    case .failOnRecovery: "1, true, yes or on, or else 0, false, no or off"
    case .patience: "a number, more than 0 and at most 1000"
    case .log: "steps, all, retries or off"
    case .report: "a directory"
    case .runID, .shard: "any text"
    }
  }
}
