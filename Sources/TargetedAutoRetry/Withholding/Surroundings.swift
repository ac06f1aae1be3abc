/// The surroundings of the current code, in one task-local value: to look for a value that is not set takes long.
final class Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  let world: World?
  /// The sum of the policies of the scopes around.
  let policy: RetryPolicy
  let step: StepContext?
  let flakyScope: FlakyScope?
  /// The run of a test with the trait `.flaky`.
  let flakyRun: TestRun?
  /// The outermost caller that was handed in, at which the steps inside fail.
  let caller: Caller?
  /// The place at which the innermost attempt or flaky scope began.
  let place: RunLoopPlace?
  /// True inside a hook; steps there call no hook, which would never end.
  let isInHook: Bool
  /// True if a ``RetryScope`` was carried here, so the code is known to be of these surroundings.
  let isCarried: Bool

  @TaskLocal static var current = Surroundings()

  init(
    in outer: Surroundings? = nil,
    world: World? = nil,
    policy: RetryPolicy? = nil,
    step: StepContext? = nil,
    flakyScope: FlakyScope? = nil,
    flakyRun: TestRun? = nil,
    caller: Caller? = nil,
    place: RunLoopPlace? = nil,
    isInHook: Bool = false,
    isCarried: Bool = false
  ) {
    self.world = world ?? outer?.world
    self.policy = policy ?? outer?.policy ?? .default
    self.step = step ?? outer?.step
    self.flakyScope = flakyScope ?? outer?.flakyScope
    self.flakyRun = flakyRun ?? outer?.flakyRun
    self.caller = caller ?? outer?.caller
    self.place = place ?? outer?.place
    self.isInHook = isInHook || outer?.isInHook ?? false
    self.isCarried = isCarried || outer?.isCarried ?? false
  }

  /// The surroundings that the current code certainly has: a block of a nested run loop may belong to other code.
  static var known: Surroundings {
    let current = current
    return current.isOfSpinner ? current.outsideOfTest : current
  }

  /// True if the current code is a block of a run loop, and these are the values of the code that spins the loop.
  var isOfSpinner: Bool { place?.isAroundForeignBlock ?? false }

  var outsideOfTest: Surroundings { Surroundings(world: world, policy: policy) }

  var here: Surroundings { Surroundings(in: self, place: .current, isCarried: true) }

  /// True if the code is known to belong to a step, to a flaky scope, or to the test itself.
  var isKnown: Bool { step != nil || flakyScope != nil || isCarried }

  static func with(flakyScope: FlakyScope) -> Surroundings {
    Surroundings(in: known, flakyScope: flakyScope, place: .current)
  }

  static func with(policy: RetryPolicy) -> Surroundings {
    Surroundings(in: current, policy: policy.or(current.policy))
  }

  static func with(caller: Caller) -> Surroundings {
    let known = known
    return Surroundings(in: known, caller: known.caller ?? caller)
  }
}
