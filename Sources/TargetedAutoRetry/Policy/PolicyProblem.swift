/// An invalid argument of a policy.
struct PolicyProblem: Equatable, Sendable {
  let argument: String
  let value: String
  let accepted: String

  var text: String { "\(argument) is \(value), and must be \(accepted)." }
}

extension PolicyProblem {
  init?(retryAttempts: Int) {
    if retryAttempts >= 0 { return nil }
    self.init(argument: "retryAttempts", value: "\(retryAttempts)", accepted: "0 or more")
  }

  /// The first invalid argument; nil if all are valid.
  init?(_ plan: RetryPlan, timeLimit: Duration?, attemptTimeLimit: Duration?) {
    if plan.conditionTimeout < .zero {
      self.init(argument: "conditionTimeout", value: "\(plan.conditionTimeout)", accepted: "0 seconds or more")
    } else if plan.pollingInterval <= .zero {
      self.init(argument: "pollingInterval", value: "\(plan.pollingInterval)", accepted: "more than 0 seconds")
    } else if plan.stableFor < .zero {
      self.init(argument: "stableFor", value: "\(plan.stableFor)", accepted: "0 seconds or more")
    } else if plan.stableFor > plan.conditionTimeout {
      let accepted = "conditionTimeout, which is \(plan.conditionTimeout), or less"
      self.init(argument: "stableFor", value: "\(plan.stableFor)", accepted: accepted)
    } else if let attemptTimeLimit, attemptTimeLimit <= .zero {
      self.init(argument: "attemptTimeLimit", value: "\(attemptTimeLimit)", accepted: "more than 0 seconds")
    } else if let timeLimit, timeLimit < .zero {
      self.init(argument: "timeLimit", value: "\(timeLimit)", accepted: "0 seconds or more")
    } else if let problem = plan.delay.problem {
      self = problem
    } else {
      return nil
    }
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
