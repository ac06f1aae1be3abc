/// The surroundings of the current code: its world, policy, step, test run and places.
///
/// They are one task-local value, because the lookup of a value that is not set walks through all the steps around.
final class Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  let world: World?
  /// The policies of the scopes around, added up.
  let policy: RetryPolicy?
  let step: StepContext?
  let flakyScope: FlakyScope?
  /// The run of a test with the trait `.flaky`.
  let testRun: TestRun?
  /// The place that inner steps report failures at, instead of their calls.
  let caller: Caller?
  /// The place at which the innermost attempt or flaky scope began.
  let place: RunLoopPlace?
  /// True inside a hook; steps there call no hook, which would never end.
  let isInHook: Bool

  @TaskLocal static var current = Surroundings()

  /// Makes surroundings from those around and the given values.
  init(
    in outer: Surroundings? = nil,
    world: World? = nil,
    policy: RetryPolicy? = nil,
    step: StepContext? = nil,
    flakyScope: FlakyScope? = nil,
    testRun: TestRun? = nil,
    caller: Caller? = nil,
    place: RunLoopPlace? = nil,
    isInHook: Bool = false
  ) {
    self.world = world ?? outer?.world
    self.policy = policy ?? outer?.policy
    self.step = step ?? outer?.step
    self.flakyScope = flakyScope ?? outer?.flakyScope
    self.testRun = testRun ?? outer?.testRun
    self.caller = caller ?? outer?.caller
    self.place = place ?? outer?.place
    self.isInHook = isInHook || outer?.isInHook ?? false
  }

  /// Makes the surroundings of an attempt; it avoids `??`, which is slow without optimization, as in most tests.
  init(of step: StepContext, in outer: Surroundings, place: RunLoopPlace?) {
    world = outer.world
    policy = outer.policy
    self.step = step
    flakyScope = outer.flakyScope
    testRun = outer.testRun
    caller = outer.caller
    if let place { self.place = place } else { self.place = outer.place }
    isInHook = outer.isInHook
  }

  /// The surroundings that the current code certainly has.
  ///
  /// A block of a nested run loop has the values of the code that spins the loop, but may belong to other code.
  static var known: Surroundings {
    let current = current
    return current.isOfSpinner ? current.outsideOfTest : current
  }

  /// True if the current code is a block of a run loop, and these are the values of the code that spins the loop.
  var isOfSpinner: Bool { place?.isAroundForeignBlock ?? false }

  /// True if no step, flaky scope, test run, policy or call place is around.
  var isEmpty: Bool { step == nil && flakyScope == nil && testRun == nil && policy == nil && caller == nil }

  /// The same world and policy, outside any step, flaky scope and test.
  var outsideOfTest: Surroundings { Surroundings(world: world, policy: policy) }

  /// The same surroundings, with the current place.
  var here: Surroundings { Surroundings(in: self, place: .current) }

  static func with(flakyScope: FlakyScope) -> Surroundings {
    Surroundings(in: known, flakyScope: flakyScope, place: .current)
  }

  static func with(testRun: TestRun) -> Surroundings {
    Surroundings(in: known, testRun: testRun, place: .current)
  }

  static func with(policy: RetryPolicy) -> Surroundings {
    Surroundings(in: current, policy: policy.over(current.policy ?? .default))
  }

  static func with(caller: Caller) -> Surroundings {
    Surroundings(in: known, caller: caller)
  }

  static func with(world: World) -> Surroundings {
    Surroundings(in: current, world: world)
  }
}
