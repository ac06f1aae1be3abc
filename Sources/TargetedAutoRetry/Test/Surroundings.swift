internal import XCTest

/// The surroundings of the current code, in one task-local value: to look for a value that is not set takes long.
final class Surroundings: Sendable {
  /// The world of the steps; nil for the real one.
  let world: World?
  let scope: ScopePolicy?
  let step: StepContext?
  let flakyScope: FlakyScope?
  /// The run of a test with the trait `.flaky`.
  let flakyRun: RunningTest?
  /// The outermost caller that was handed in, at which the steps inside fail.
  let caller: Caller?
  /// The hook that the code is inside of; steps there call no hook, which would never end.
  let hook: Hook?
  /// True if a ``RetryScope`` was carried here, so the code is known to be of these surroundings.
  let isCarried: Bool

  @TaskLocal static var current = Surroundings()

  init(
    in outer: Surroundings? = nil,
    world: World? = nil,
    scope: ScopePolicy? = nil,
    step: StepContext? = nil,
    flakyScope: FlakyScope? = nil,
    flakyRun: RunningTest? = nil,
    caller: Caller? = nil,
    hook: Hook? = nil,
    isCarried: Bool = false
  ) {
    self.world = world ?? outer?.world
    self.scope = scope ?? outer?.scope
    self.step = step ?? outer?.step
    self.flakyScope = flakyScope ?? outer?.flakyScope
    self.flakyRun = flakyRun ?? outer?.flakyRun
    self.caller = caller ?? outer?.caller
    self.hook = hook ?? outer?.hook
    self.isCarried = isCarried || outer?.isCarried ?? false
  }

  var outsideOfTest: Surroundings { Surroundings(world: world, scope: scope) }

  var carried: Surroundings { Surroundings(in: self, isCarried: true) }

  /// True if the code is known to belong to a step, to a flaky scope, or to the test itself.
  var isKnown: Bool { step != nil || flakyScope != nil || isCarried }

  /// The step in which a step of that test case is nested.
  func step(around testCase: XCTestCase?) -> StepContext? {
    step.flatMap { $0.step.mayBeAround(testCase.map(ObjectIdentifier.init)) ? $0 : nil }
  }

  static func with(flakyScope: FlakyScope) -> Surroundings {
    Surroundings(in: current, flakyScope: flakyScope)
  }

  static func with(policy: RetryPolicy) -> Surroundings {
    Surroundings(in: current, scope: ScopePolicy(policy, in: current.scope))
  }

  static func with(caller: Caller) -> Surroundings {
    Surroundings(in: current, caller: current.caller ?? caller)
  }
}

/// What a hook of a step is inside of.
final class Hook: Sendable {
  /// A hook that is not handed on: that of the test itself.
  static let ofTest = Hook(handedOnTo: nil)

  /// The object whose hook is called if that of the step declares none, on the thread or the actor of the step.
  nonisolated(unsafe) let test: (any TargetedAutoRetry)?

  init(handedOnTo test: (any TargetedAutoRetry)?) {
    self.test = test
  }
}
