internal import Foundation

/// What the environment of the process changes in every step, without a change of code.
struct Steering: Sendable {
  /// Replaces the number of retries of every step; 0 is the hunt for flakes.
  var retryAttempts: Int?
  /// What is left of the retries that the process may use.
  var budget: RetryBudget?
  /// Whether the first attempt of a step of that name counts as failed, so that its reset steps run; nil for none.
  var rehearses: (@Sendable (String) -> Bool)?
  /// Whether a step that recovers fails its test.
  var failsOnRecovery = false

  /// Why an attempt failed that only counts as failed.
  static let rehearsal = "AUTO_RETRY_REHEARSE: the first attempt counts as failed"

  static let fromEnvironment = Steering(
    environment: ProcessInfo.processInfo.environment,
    warn: StandardStream.error
  )
}

extension Steering {
  /// - Parameters:
  ///   - environment: The variables of a process.
  ///   - warn: Hears of a value that cannot be read.
  init(environment: [String: String], warn: (String) -> Void) {
    retryAttempts = EnvironmentVariable.attempts.value(in: environment, warn: warn, parse: Self.count)
    budget = EnvironmentVariable.budget.value(in: environment, warn: warn, parse: Self.count).map(RetryBudget.init)
    failsOnRecovery = EnvironmentVariable.failOnRecovery.value(in: environment, warn: warn, parse: Self.flag) ?? false
    let pattern = EnvironmentVariable.rehearse.value(in: environment, warn: warn) {
      try? NSRegularExpression(pattern: $0)
    }
    if let pattern {
      rehearses = { pattern.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil }
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func flag(_ text: String) -> Bool? { ["0": false, "1": true][text] }
}
