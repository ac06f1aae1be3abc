/// An argument of a policy that makes no sense.
struct PolicyProblem: Equatable, Sendable {
  let argument: String
  let value: String
  let accepted: String

  /// A sentence.
  var text: String { "\(argument) is \(value), and must be \(accepted)." }
}

extension RetryPolicy {
  /// The first argument that makes no sense, if there is one.
  var problem: PolicyProblem? {
    if retryAttempts < 0 {
      return PolicyProblem(argument: "retryAttempts", value: "\(retryAttempts)", accepted: "0 or more")
    }
    if conditionTimeout < .zero {
      return PolicyProblem(argument: "conditionTimeout", value: "\(conditionTimeout)", accepted: "0 seconds or more")
    }
    if pollingInterval <= .zero {
      return PolicyProblem(argument: "pollingInterval", value: "\(pollingInterval)", accepted: "more than 0 seconds")
    }
    if let timeLimit, timeLimit < .zero {
      return PolicyProblem(argument: "timeLimit", value: "\(timeLimit)", accepted: "0 seconds or more")
    }
    return delay.problem
  }
}

extension RetryDelay {
  fileprivate var problem: PolicyProblem? {
    if from < .zero {
      return PolicyProblem(argument: "delay", value: "\(from)", accepted: "0 seconds or more")
    }
    if increment < .zero {
      return PolicyProblem(argument: "increment of the delay", value: "\(increment)", accepted: "0 seconds or more")
    }
    if !factor.isFinite || factor < 1 {
      return PolicyProblem(argument: "factor of the delay", value: "\(factor)", accepted: "1 or more")
    }
    if let cap, cap < .zero {
      return PolicyProblem(argument: "cap of the delay", value: "\(cap)", accepted: "0 seconds or more")
    }
    if !(0...1).contains(jitter.fraction) {
      return PolicyProblem(argument: "jitter", value: "\(jitter.fraction)", accepted: "0 to 1")
    }
    return nil
  }
}
