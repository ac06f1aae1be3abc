internal import Foundation

/// The sum of all policies for one step, with the defaults in place of what all of them leave open.
///
/// It is an object, so that a step passes no copies on. Two are equal if they are the same.
final class StepPolicy: Sendable, Equatable {
  let sum: RetryPolicy
  private let patience: Double
  private let timeout: Duration
  private let excuseEnd: Date?
  let delay: RetryDelay
  let conditionTimeout: Duration
  let origins: (conditionTimeout: PolicyOrigin, attemptTimeLimit: PolicyOrigin, timeLimit: PolicyOrigin)

  /// - Parameters:
  ///   - scope: The sum of the scopes around it.
  ///   - type: That of the type and of the test.
  ///   - waits: True for a step that has a limit for its waits if no policy sets one.
  init(
    call: RetryPolicy = .default,
    scope: RetryPolicy? = nil,
    type: RetryPolicy? = nil,
    waits: Bool = false,
    patience: Double = 1
  ) {
    func origin(_ limit: (RetryPolicy) -> Duration?) -> PolicyOrigin {
      limit(call) != nil ? .call : scope.flatMap(limit) != nil ? .scope : .type
    }
    var sum = call
    if let scope { sum.fill(from: scope) }
    if let type { sum.fill(from: type) }
    self.sum = sum
    self.patience = patience
    timeout = (sum.conditionTimeout ?? (waits ? .seconds(10) : .zero)).calculable
    // On a fast machine too, a condition has the time to stay true.
    conditionTimeout = max(timeout.times(patience), min(sum.stableFor?.calculable ?? .zero, timeout))
    // A step with `.max` retries would run hot, and keep all of its attempts.
    delay = sum.delay?.seeded ?? (sum.retryAttempts == .max ? .growing : .zero)
    excuseEnd = sum.because?.end
    origins = (
      sum.conditionTimeout == nil && waits ? .default : origin { $0.conditionTimeout },
      origin { $0.attemptTimeLimit }, origin { $0.timeLimit }
    )
  }

  var retryAttempts: Int { sum.retryAttempts ?? 3 }
  var pollingInterval: Duration { sum.pollingInterval?.calculable ?? .milliseconds(100) }
  var looksFirst: Bool { sum.looksFirst ?? false }
  var stableFor: Duration { sum.stableFor?.calculable ?? .zero }
  var attemptTimeLimit: Duration? { sum.attemptTimeLimit?.times(patience) }
  var timeLimit: Duration? { sum.timeLimit?.times(patience) }
  var excuse: Flakiness? { sum.because }
  var reportsRecovery: Bool { sum.reportsRecovery ?? true }
  var endsTest: Bool { sum.endsTest ?? false }

  func isRetryable(_ error: any Error) -> Bool { sum.isRetryable?(error) ?? true }

  func isStop(_ error: any Error) -> Bool { StopError.matches(error) || !isRetryable(error) }

  func isExcuseOver(at now: @autoclosure () -> Date) -> Bool { excuseEnd.map { $0 <= now() } ?? false }

  static func == (one: StepPolicy, other: StepPolicy) -> Bool { one === other }
}

extension StepPolicy {
  /// The first argument that is invalid.
  var problem: String? {
    if retryAttempts < 0 { return invalid("retryAttempts", retryAttempts, "0 or more") }
    if timeout < .zero { return invalid("conditionTimeout", timeout, "0 seconds or more") }
    if pollingInterval <= .zero { return invalid("pollingInterval", pollingInterval, "more than 0 seconds") }
    if stableFor < .zero { return invalid("stableFor", stableFor, "0 seconds or more") }
    if stableFor > timeout { return invalid("stableFor", stableFor, "conditionTimeout, which is \(timeout), or less") }
    if let limit = sum.attemptTimeLimit, limit <= .zero {
      return invalid("attemptTimeLimit", limit, "more than 0 seconds")
    }
    if let limit = sum.timeLimit, limit < .zero { return invalid("timeLimit", limit, "0 seconds or more") }
    return delay.problem ?? excuse?.problemOfExcuse(excuseEnd)
  }
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

/// The policy that set a limit, as failure messages call it.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"
}
