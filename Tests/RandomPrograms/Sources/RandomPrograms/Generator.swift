/// Makes programs at random, the same for the same seed.
struct Generator {
  private var random: SplitMix64
  private var stepID = 0
  private var framework = Program.Framework.xctest
  private var hasTimeLimit = false

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
    let isAsync = framework == .swiftTesting || chance(0.6)
    let place = Place(isAsync: isAsync, isOnTestThread: framework == .xctest && !isAsync)
    return Program(
      framework: framework,
      isAsync: isAsync,
      trait: framework == .swiftTesting && chance(0.6) ? number(1...2) : nil,
      hasGate: chance(0.05),
      body: statements(place, 1...4),
      tearDown: framework == .xctest && chance(0.06) ? [chance(0.7) ? .throwing(when()) : .issue(when())] : []
    )
  }

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
    case 26..<38: return .pause
    case 38..<42: return place.mayBeLate ? .lateIssue(rarely()) : .pause
    case 42..<45: return framework == .xctest ? .issueOnThread(when(place)) : .issue(when(place))
    case 45..<48:
      let isPossible = framework == .xctest && place.isOnTestThread && place.isTopLevel
      return isPossible ? .expectation(isForgotten: chance(0.3) ? when() : When(runs: 0)) : .pause
    case 48..<55 where !isDeep: return .swallowing(statements(place.inside(), 1...2))
    case 55..<58 where !isDeep: return .throwingAgain(statements(place.inside(), 1...2))
    case 58..<68 where !isDeep: return .flaky(number(1...2), statements(place.inside(isPart: true), 1...3))
    case 68..<76 where !isDeep: return sideBySide(place)
    case 76...: return isDeep ? .issue(when(place)) : .step(step(place))
    default: return .issue(when(place))
    }
  }

  private mutating func sideBySide(_ place: Place) -> Statement {
    if place.isAsync { return .sideBySide((0..<number(2...3)).map { _ in statements(place.inside(), 1...3) }) }
    guard framework == .xctest, place.isTopLevel else { return .step(step(place)) }
    var thread = place.inside()
    thread.isOnTestThread = false
    thread.mayBeLate = false
    return .onThreads((0..<number(2...3)).map { _ in withoutThreads(statements(thread, 1...3)) })
  }

  /// An issue of a thread that another thread than that of the test waits for is one of the test's own; the thread that
  /// waits might be one of a step that the test waits for. So threads start no threads.
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
    step.body = statements(inside, 0...2)
    if chance(0.5) { step.fails = when() }
    if chance(0.06) { step.aborts = when() }
    if chance(0.35) { step.reset = statements(inside, 0...2) }
    if chance(0.25) {
      var condition = inside
      // The condition of the form that returns a value is synchronous.
      if step.isValue { (condition.isAsync, condition.mayBeLate) = (false, inside.mayBeLate && !step.isAsync) }
      step.lateCheck = LateCheck(body: statements(condition, 0...1), cures: chance(0.5))
      if !hasTimeLimit, chance(0.4) {
        hasTimeLimit = true
        step.lateCheck?.takesTooLong = true
      }
    }
    return step
  }

  /// When something fails: seldom where nothing can cure it.
  private mutating func when(_ place: Place) -> When {
    if place.isInStep || place.isInPart || chance(0.35) { return when() }
    return When(runs: 0)
  }

  /// Mostly in the beginning only, so that something is left to be cured.
  private mutating func when() -> When {
    switch number(0...9) {
    case 0...3: When(attempts: 1)
    case 4...6: When(runs: 1)
    case 7: When(runs: 1, attempts: 1)
    case 8: When(attempts: 2)
    default: chance(0.5) ? .always : When(runs: 0)
    }
  }

  private mutating func rarely() -> When { chance(0.2) ? when() : When(runs: 0) }

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
