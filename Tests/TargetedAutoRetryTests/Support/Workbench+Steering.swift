import Testing

@testable import TargetedAutoRetry

extension Workbench {
  /// A workbench whose run is steered by variables of the environment, which all make sense.
  init(variables: [String: String]) {
    var read = SteeringVariables(variables)
    self.init(steering: Steering(&read))
    #expect(read.problems == [])
  }

  /// - Returns: How many attempts a step makes that succeeds from the given attempt on.
  func attempts(succeedsAt: Int = .max, retryAttempts: Int? = nil, reset: () -> Void = {}) -> Int {
    var attempts = 0
    run {
      autoRetry(
        mainAction: { attempts += 1 },
        successCondition: { attempts >= succeedsAt },
        resetSteps: reset,
        actionDescription: "Sign In",
        retryAttempts: retryAttempts
      )
    }
    return attempts
  }
}
