/// What the current code runs inside of.
///
/// One task-local value for all of it: the system looks for a value that is not set through all the steps around.
struct Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  var environment: RetryEnvironment?
  var policy: ScopedPolicy?
  var step: StepContext?
  /// The flaky part of the test.
  var flakyPart: (any IssueKeeper)?

  @TaskLocal static var current = Surroundings()

  static func with(flakyPart: any IssueKeeper) -> Surroundings {
    var surroundings = current
    surroundings.flakyPart = flakyPart
    return surroundings
  }

  static func with(policy: RetryPolicy) -> Surroundings {
    var surroundings = current
    surroundings.policy = ScopedPolicy(policy.over(surroundings.policy?.policy ?? .default))
    return surroundings
  }

  static func with(environment: RetryEnvironment) -> Surroundings {
    var surroundings = current
    surroundings.environment = environment
    return surroundings
  }
}
