/// The sum of all policies for one step, validated, with nothing left open.
///
/// It is an object, so that a step passes no copies on. Two are equal if they are the same.
final class StepPolicy: Sendable, Equatable {
  let retryAttempts: Int
  let delay: RetryDelay
  let conditionTimeout: Duration
  let pollingInterval: Duration
  let looksFirst: Bool
  let stableFor: Duration
  let attemptTimeLimit: Duration?
  let timeLimit: Duration?
  let isRetryable: @Sendable (any Error) -> Bool
  let excuse: Flakiness?
  let reportsRecovery: Bool
  let origins: PolicyOrigins
  /// The first invalid value.
  let problem: PolicyProblem?

  /// - Parameters:
  ///   - type: The policy of the type.
  ///   - scope: That of the scopes around the call.
  ///   - call: That of the call.
  ///   - isWait: True for a wait, which has a limit if no policy sets one.
  ///   - patience: The factor for the limits on a slow machine.
  init(
    _ type: RetryPolicy = .default,
    scope: RetryPolicy? = nil,
    call: RetryPolicy? = nil,
    isWait: Bool = false,
    patience: Double = 1
  ) {
    var sum = type
    if let scope { sum = scope.over(sum) }
    if let call { sum = call.over(sum) }
    let timeout = (sum.conditionTimeout ?? (isWait ? .seconds(10) : .zero)).calculable
    let stableFor = sum.stableFor?.calculable ?? .zero
    retryAttempts = sum.retryAttempts ?? 3
    delay = sum.delay?.seeded ?? .zero
    conditionTimeout = timeout.times(patience)
    pollingInterval = sum.pollingInterval?.calculable ?? .milliseconds(100)
    looksFirst = sum.looksFirst ?? false
    self.stableFor = stableFor
    attemptTimeLimit = sum.attemptTimeLimit?.times(patience)
    timeLimit = sum.timeLimit?.times(patience)
    isRetryable = sum.isRetryable ?? { _ in true }
    excuse = sum.because
    reportsRecovery = sum.reportsRecovery ?? true
    origins = PolicyOrigins(
      conditionTimeout: sum.conditionTimeout == nil && isWait
        ? .default : PolicyOrigin(call: call?.conditionTimeout, scope: scope?.conditionTimeout),
      attemptTimeLimit: PolicyOrigin(call: call?.attemptTimeLimit, scope: scope?.attemptTimeLimit),
      timeLimit: PolicyOrigin(call: call?.timeLimit, scope: scope?.timeLimit)
    )
    // A list: Swift 6.2 takes too long to check the types of so many `??`.
    let problems: [PolicyProblem?] = [
      PolicyProblem(unless: timeout >= .zero, "conditionTimeout", timeout, "0 seconds or more"),
      PolicyProblem(unless: pollingInterval > .zero, "pollingInterval", pollingInterval, "more than 0 seconds"),
      PolicyProblem(unless: stableFor >= .zero, "stableFor", stableFor, "0 seconds or more"),
      PolicyProblem(
        unless: stableFor <= timeout,
        "stableFor",
        stableFor,
        "conditionTimeout, which is \(timeout), or less"
      ),
      sum.attemptTimeLimit.flatMap {
        PolicyProblem(unless: $0 > .zero, "attemptTimeLimit", $0, "more than 0 seconds")
      },
      sum.timeLimit.flatMap { PolicyProblem(unless: $0 >= .zero, "timeLimit", $0, "0 seconds or more") },
      delay.problem,
      excuse?.problemOfExcuse,
    ]
    problem = problems.lazy.compactMap { $0 }.first
  }

  static func == (one: StepPolicy, other: StepPolicy) -> Bool { one === other }

  /// True for an error that neither a retry nor another look can cure.
  func isStop(_ error: any Error) -> Bool { StopError.matches(error) || !isRetryable(error) }
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

/// The policies that set the limits of a step.
struct PolicyOrigins: Sendable {
  let conditionTimeout: PolicyOrigin
  let attemptTimeLimit: PolicyOrigin
  let timeLimit: PolicyOrigin
}

/// The policy that set a limit, for failure messages.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"

  /// The origin of a limit that the policies of the call and of the scopes have or leave open.
  fileprivate init(call: Duration?, scope: Duration?) {
    self = call != nil ? .call : scope != nil ? .scope : .type
  }
}
