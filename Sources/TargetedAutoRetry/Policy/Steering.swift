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
}

extension Steering {
  init(_ variables: inout SteeringVariables) {
    retryAttempts = variables.value(of: .attempts, parse: Self.count)
    budget = variables.value(of: .budget, parse: Self.count).map(RetryBudget.init)
    failsOnRecovery = variables.flag(.failOnRecovery) ?? false
    let pattern = variables.value(of: .rehearse) { try? NSRegularExpression(pattern: $0) }
    if let pattern {
      rehearses = { pattern.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil }
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }
}
