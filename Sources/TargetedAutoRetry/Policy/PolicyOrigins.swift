/// Which policy has set a limit: what somebody asks whose step a limit has ended.
enum PolicyOrigin: String, Sendable {
  case call = "the call"
  case scope = "withRetryPolicy"
  case type = "retryPolicy"
}

/// Which policies have set the limits of a step.
struct PolicyOrigins: Sendable {
  var conditionTimeout = PolicyOrigin.type
  var attemptTimeLimit = PolicyOrigin.type
  var timeLimit = PolicyOrigin.type
}

extension PolicyOrigins {
  init(call: RetryPolicy?, scope: RetryPolicy?) {
    func origin<Value>(_ limit: KeyPath<RetryPolicy, Value?>) -> PolicyOrigin {
      if call?[keyPath: limit] != nil { return .call }
      return scope?[keyPath: limit] != nil ? .scope : .type
    }
    self.init(
      conditionTimeout: origin(\.conditionTimeout),
      attemptTimeLimit: origin(\.attemptTimeLimit),
      timeLimit: origin(\.timeLimit)
    )
  }
}
