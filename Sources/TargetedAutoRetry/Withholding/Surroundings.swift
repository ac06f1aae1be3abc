/// What the current code runs inside of.
///
/// One task-local value for all of it: to look up one that is not set takes a walk through all the steps around.
final class Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  let world: World?
  /// That of the scopes around, added up.
  let policy: RetryPolicy?
  let step: StepContext?
  let flakyScope: FlakyScope?
  /// The run of a test with the trait `.flaky`.
  let testRun: TestRun?
  /// The place that the steps inside report at, where it is not that of their calls.
  let callPlace: CallPlace?
  /// Where the attempt or the flaky scope began whose issues can be withheld.
  let place: RunLoopPlace?
  /// True in the code that is asked about an attempt: about the steps in it nobody is asked, or that would never end.
  let isAsked: Bool

  @TaskLocal static var current = Surroundings()

  /// What is given, in other surroundings.
  init(
    in outer: Surroundings? = nil,
    world: World? = nil,
    policy: RetryPolicy? = nil,
    step: StepContext? = nil,
    flakyScope: FlakyScope? = nil,
    testRun: TestRun? = nil,
    callPlace: CallPlace? = nil,
    place: RunLoopPlace? = nil,
    isAsked: Bool = false
  ) {
    self.world = world ?? outer?.world
    self.policy = policy ?? outer?.policy
    self.step = step ?? outer?.step
    self.flakyScope = flakyScope ?? outer?.flakyScope
    self.testRun = testRun ?? outer?.testRun
    self.callPlace = callPlace ?? outer?.callPlace
    self.place = place ?? outer?.place
    self.isAsked = isAsked || outer?.isAsked ?? false
  }

  /// The surroundings of the code of an attempt; without `??`, which is slow where nothing is optimized, as in most tests.
  init(of step: StepContext, in outer: Surroundings, place: RunLoopPlace?) {
    world = outer.world
    policy = outer.policy
    self.step = step
    flakyScope = outer.flakyScope
    testRun = outer.testRun
    callPlace = outer.callPlace
    if let place { self.place = place } else { self.place = outer.place }
    isAsked = outer.isAsked
  }

  /// What the current code is certainly inside of.
  ///
  /// A block of a nested run loop finds the values of the code that spins the loop, and may be anybody's.
  static var known: Surroundings {
    let current = current
    return current.isOfSpinner ? current.outsideOfTest : current
  }

  /// True if these are the values of code that spins a run loop, and the current code is a block of that loop.
  var isOfSpinner: Bool { place?.isAroundForeignBlock ?? false }

  /// True if no step, no flaky scope, no test with a trait, no policy and no place is around.
  var isEmpty: Bool { step == nil && flakyScope == nil && testRun == nil && policy == nil && callPlace == nil }

  /// The same world and policy, in no step, no flaky scope and no test.
  var outsideOfTest: Surroundings { Surroundings(world: world, policy: policy) }

  /// The same around the code that runs here.
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

  static func with(callPlace: CallPlace) -> Surroundings {
    Surroundings(in: known, callPlace: callPlace)
  }

  static func with(world: World) -> Surroundings {
    Surroundings(in: current, world: world)
  }
}
