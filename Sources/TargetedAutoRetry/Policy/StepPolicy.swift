// A class, so that a step passes no copies on.
final class StepPolicy: Sendable {
  let retryAttempts: Int
  let delay: RetryDelay
  let conditionTimeout: Duration
  let pollingInterval: Duration
  let checksFirst: Bool
  let stableFor: Duration
  let attemptTimeLimit: Duration?
  let timeLimit: Duration?
  let isRetryable: (@Sendable (any Error) -> Bool)?
  let flakiness: Flakiness?
  let reportsRecovery: Bool
  let origins: (conditionTimeout: PolicyOrigin, attemptTimeLimit: PolicyOrigin, timeLimit: PolicyOrigin)
  let problem: String?

  // `scopes` has the innermost policy first. `test` is set if the step belongs to another type, such as a page object.
  init(
    call: RetryPolicy = .default,
    scopes: [RetryPolicy] = [],
    type: RetryPolicy = .default,
    test: RetryPolicy? = nil,
    waits: Bool = false,
    timeScale: Double = 1
  ) {
    // Inlined, because calls and copies would be 8 % of the cost of a passing step.
    @inline(__always) func first<Value>(_ value: (RetryPolicy) -> Value?) -> (value: Value, origin: PolicyOrigin)? {
      if let value = value(call) { return (value, .call) }
      for policy in scopes {
        if let value = value(policy) { return (value, policy.isOfTrait ? .trait : .scope) }
      }
      return (value(type) ?? test.flatMap(value)).map { ($0, .type) }
    }
    retryAttempts = first { $0.retryAttempts }?.value ?? 3
    // Without pauses, a step with `.max` retries would spin, and its list of attempts would fill the memory.
    delay = first { $0.delay }?.value.seeded ?? (retryAttempts == .max ? .growing : .zero)
    checksFirst = first { $0.checksFirst }?.value ?? false
    let stable = (first { $0.stableFor }?.value ?? .zero).calculable
    // Otherwise a longer limit would forgive that the condition was false for a moment.
    stableFor = stable.times(timeScale)
    // Two checks would not show that a condition stays true.
    let usual = Duration.milliseconds(100)
    let pause = stableFor > .zero ? min(max(stableFor / 5, .milliseconds(10)), usual) : usual
    pollingInterval = (first { $0.pollingInterval }?.value ?? pause).calculable
    isRetryable = first { $0.isRetryable }?.value
    flakiness = first { $0.because }?.value
    reportsRecovery = first { $0.reportsRecovery }?.value ?? true
    let timeout = first { $0.conditionTimeout }
    let wait = (timeout?.value ?? (waits ? .seconds(10) : .zero)).calculable
    conditionTimeout = wait.times(timeScale)
    let attemptLimit = first { $0.attemptTimeLimit }
    // A wait has no attempts.
    attemptTimeLimit = waits ? nil : attemptLimit?.value.times(timeScale)
    let limit = first { $0.timeLimit }
    timeLimit = limit?.value.times(timeScale)
    origins = (timeout?.origin ?? .default, attemptLimit?.origin ?? .default, limit?.origin ?? .default)
    // Calls have other labels for two of the times.
    let timeOfChecks = waits ? "for (conditionTimeout)" : "within (conditionTimeout)"
    problem =
      if retryAttempts < 0 {
        invalid("retryAttempts", retryAttempts, "0 or more")
      } else if wait < .zero {
        invalid(timeOfChecks, wait, "0 seconds or more")
      } else if pollingInterval <= .zero {
        invalid("pollingInterval", pollingInterval, "more than 0 seconds")
      } else if stable < .zero {
        invalid("stableFor", stable, "0 seconds or more")
      } else if stable > .zero, wait == .zero {
        invalid("stableFor", stable, "used with \(timeOfChecks)")
      } else if stable > wait {
        invalid("stableFor", stable, "\(wait) or less, the time of \(timeOfChecks)")
      } else if let attemptLimit = attemptLimit?.value, attemptLimit <= .zero {
        invalid("attemptTimeLimit", attemptLimit, "more than 0 seconds")
      } else if let limit = limit?.value, limit < .zero {
        invalid("for (timeLimit)", limit, "0 seconds or more")
      } else {
        delay.problem ?? flakiness?.problemOfReason
      }
  }
}

extension Duration {
  fileprivate func times(_ factor: Double) -> Duration { factor == 1 ? calculable : (calculable * factor).calculable }
}

// The raw values are the names in failure messages.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case trait = ".retryPolicy"
  case type = "retryPolicy"
  case `default` = "the default"
}
