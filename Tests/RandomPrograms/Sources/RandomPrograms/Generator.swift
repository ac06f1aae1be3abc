/// Makes programs at random, the same for the same seed.
struct Generator {
  private var random: SplitMix64
  private var stepID = 0
  private var framework = Program.Framework.xctest
  private var hasTimeLimit = false
  /// How much of what may fail does fail: with few failures each decides whether the test is red.
  private var density = 0.5
  private var hasGate = false

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// What the statements of a place may be.
  private struct Place {
    var isAsync: Bool
    /// Whether it is the synchronous body of an XCTest test, or what that runs on its own thread.
    var isOnTestThread: Bool
    var isTopLevel = true
    var isInStep = false
    var isInPart = false
    var depth = 0
    var mayBeLate = true

    func inside(isStep: Bool = false, isPart: Bool = false) -> Place {
      var place = self
      place.isTopLevel = false
      place.isInPart = isInPart || isPart
      place.isInStep = isInStep || isStep
      place.depth += 1
      return place
    }
  }

  mutating func program(_ framework: Program.Framework) -> Program {
    self.framework = framework
    stepID = 0
    hasTimeLimit = false
    hasGate = chance(0.08)
    density = [0.1, 0.2, 0.4, 0.7][number(0...3)]
    let isAsync = framework == .swiftTesting || chance(0.6)
    let place = Place(isAsync: isAsync, isOnTestThread: framework == .xctest && !isAsync)
    return Program(
      framework: framework,
      isAsync: isAsync,
      trait: framework == .swiftTesting && chance(0.6) ? number(1...2) : nil,
      hasGate: hasGate,
      body: body(place),
      tearDown: framework == .xctest && chance(0.1) ? [chance(0.7) ? .throwing(inFirstRun()) : .issue(when())] : []
    )
  }

  private mutating func body(_ place: Place) -> [Statement] {
    let body = hasGate ? partWithRecoveries(place) : statements(place, 1...4)
    return chance(0.2) ? body + errorThatLeavesPart() : body
  }

  /// What the gate must not disturb: steps that recover in the first run, in a part that could run again.
  private mutating func partWithRecoveries(_ place: Place) -> [Statement] {
    [.flaky(number(1...2), statements(place.inside(isPart: true), 1...3))]
  }

  /// A part of the test that an error leaves, which may be swallowed, and what comes then.
  private mutating func errorThatLeavesPart() -> [Statement] {
    let part = Statement.flaky(number(1...2), [.throwing(inFirstRun())])
    switch number(0...4) {
    case 0: return [part]
    case 1: return [.throwingAgain([part])]
    case 2: return [.swallowing([part])]
    case 3: return [.swallowing([part]), .throwing(inFirstRun())]
    default: return [.swallowing([part]), .issueWithError(inFirstRun())]
    }
  }

  /// A step that is aborted, and whose error nobody looks at.
  private mutating func swallowedAbort(_ place: Place) -> [Statement] {
    stepID += 1
    let fails = when()
    let isValue = chance(0.6)
    let step = Step(id: stepID, isValue: isValue, retries: number(0...1), failsTest: false, fails: fails, aborts: fails)
    return [.swallowing([.step(step)])]
  }

  private mutating func inFirstRun() -> When { chance(0.8) ? When(runs: 1) : when() }

  private mutating func statements(_ place: Place, _ count: ClosedRange<Int>) -> [Statement] {
    (0..<number(count)).map { _ in statement(place) }
  }

  private mutating func statement(_ place: Place) -> Statement {
    let isDeep = place.depth >= 4
    switch number(0...99) {
    case 0..<12: return .issue(when(place))
    case 12..<15: return .issueWithError(when(place))
    case 15..<24: return .throwing(when(place))
    case 24..<26: return .stopping(when(place))
    case 26..<34: return .pause
    case 34..<38: return place.mayBeLate ? .lateIssue(rarely()) : .pause
    case 38..<41: return framework == .xctest ? .issueOnThread(when(place)) : .issue(when(place))
    case 41..<44:
      let isPossible = framework == .xctest && place.isOnTestThread && place.isTopLevel
      return isPossible ? .expectation(isForgotten: chance(0.4) ? when() : When(runs: 0)) : .pause
    case 44..<50 where !isDeep: return .swallowing(statements(place.inside(), 1...2))
    case 50..<53 where !isDeep: return .throwingAgain(statements(place.inside(), 1...2))
    case 53..<62 where !isDeep: return .flaky(number(1...2), statements(place.inside(isPart: true), 1...3))
    case 62..<74 where !isDeep: return sideBySide(place)
    case 74...: return isDeep ? .issue(when(place)) : .step(step(place))
    default: return .issue(when(place))
    }
  }

  private mutating func sideBySide(_ place: Place) -> Statement {
    if place.isAsync { return .sideBySide((0..<number(2...3)).map { _ in child(place.inside()) }) }
    guard framework == .xctest, place.isTopLevel else { return .step(step(place)) }
    var thread = place.inside()
    thread.isOnTestThread = false
    thread.mayBeLate = false
    return .onThreads((0..<number(2...3)).map { _ in withoutThreads(child(thread)) })
  }

  /// Mostly a step that lasts, so that the others find it open.
  private mutating func child(_ place: Place) -> [Statement] {
    guard place.depth < 4, chance(0.6) else { return statements(place, 1...3) }
    var step = step(place)
    step.body.insert(.pause, at: chance(0.5) ? 0 : step.body.endIndex)
    if chance(density / 3) {
      (step.fails, step.retries) = (When(attempts: 1), number(1...2))
      step.reset = [.pause, .issue(when())]
    }
    return [.step(step)] + statements(place, 0...1)
  }

  /// Threads start no threads: whose issues those have depends on what else is open at the time.
  private func withoutThreads(_ statements: [Statement]) -> [Statement] {
    statements.map { statement in
      switch statement {
      case .issueOnThread(let when): return .issue(when)
      case .flaky(let reruns, let inside): return .flaky(reruns, withoutThreads(inside))
      case .swallowing(let inside): return .swallowing(withoutThreads(inside))
      case .throwingAgain(let inside): return .throwingAgain(withoutThreads(inside))
      case .step(var step):
        step.body = withoutThreads(step.body)
        step.reset = step.reset.map(withoutThreads)
        if let late = step.lateCheck { step.lateCheck?.body = withoutThreads(late.body) }
        return .step(step)
      default: return statement
      }
    }
  }

  private mutating func step(_ place: Place) -> Step {
    stepID += 1
    var step = Step(id: stepID)
    step.isAsync = place.isAsync && chance(0.8)
    var inside = place.inside(isStep: true)
    inside.isAsync = step.isAsync
    // A thread of the pool that waits for a late task might be the one that it needs.
    if place.isAsync, !step.isAsync { inside.mayBeLate = false }
    step.isValue = chance(0.25)
    step.retries = number(0...2)
    step.failsTest = chance(0.7)
    step.letsErrorsThrough = chance(0.15)
    step.body = statements(inside, 0...2) + (chance(density / 4) ? swallowedAbort(inside) : [])
    if chance(0.2 + density) { step.fails = when() }
    if chance(density / 6) { step.aborts = when() }
    if chance(0.35) { step.reset = statements(inside, 0...2) }
    if chance(0.25) {
      var condition = inside
      // The condition of the form that returns a value is synchronous.
      if step.isValue { (condition.isAsync, condition.mayBeLate) = (false, inside.mayBeLate && !step.isAsync) }
      let aborts = chance(density / 3)
      step.lateCheck = LateCheck(
        body: statements(condition, 0...1) + (aborts ? swallowedAbort(condition) : []),
        cures: aborts || chance(0.5)
      )
      if !hasTimeLimit, chance(0.4) {
        hasTimeLimit = true
        step.lateCheck?.takesTooLong = true
      }
    }
    return step
  }

  /// When something fails: seldom where nothing can cure it.
  private mutating func when(_ place: Place) -> When {
    guard chance(density) else { return When(runs: 0) }
    return place.isInStep || place.isInPart || chance(0.5) ? when() : When(runs: 0)
  }

  /// Mostly in the beginning only, so that something is left to be cured.
  private mutating func when() -> When {
    if hasGate, chance(0.6) { return When(runs: 1, attempts: 1) }
    switch number(0...9) {
    case 0...3: return When(attempts: 1)
    case 4...6: return When(runs: 1)
    case 7: return When(runs: 1, attempts: 1)
    case 8: return When(attempts: 2)
    default: return chance(0.5) ? .always : When(firstRun: 1)
    }
  }

  private mutating func rarely() -> When { chance(density / 2) ? when() : When(runs: 0) }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}

/// The generator of Steele, Lea and Flood (2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
