/// What the current code runs inside of.
///
/// One task-local value for all of it: the system looks for a value that is not set through all the steps around.
struct Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  var environment: RetryEnvironment?
  var policy: ScopedPolicy?
  var step: StepContext?
  var flakyScope: FlakyScope?
  /// The run of a test with the trait `.flaky`.
  var testRun: TestRun?
  /// Where the attempt or the flaky scope began whose issues can be withheld.
  var place: RunLoopPlace?

  @TaskLocal static var current = Surroundings()

  /// What the current code is certainly inside of.
  ///
  /// A block of a nested run loop finds the values of the code that spins the loop, and may be anybody's.
  static var known: Surroundings {
    let current = current
    return current.isOfSpinner ? current.outsideOfTest : current
  }

  /// True if these are the values of code that spins a run loop, and the current code is a block of that loop.
  var isOfSpinner: Bool { place?.isAroundForeignBlock ?? false }

  /// True if no step, no flaky scope and no test with a trait is around.
  var isOutsideOfTest: Bool { step == nil && flakyScope == nil && testRun == nil }

  /// The same world and policy, in no step, no flaky scope and no test.
  var outsideOfTest: Surroundings { Surroundings(environment: environment, policy: policy) }

  static func with(flakyScope: FlakyScope) -> Surroundings {
    var surroundings = known
    surroundings.flakyScope = flakyScope
    surroundings.place = .current
    return surroundings
  }

  static func with(testRun: TestRun) -> Surroundings {
    var surroundings = known
    surroundings.testRun = testRun
    surroundings.place = .current
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
