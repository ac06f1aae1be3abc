extension Generator {
  mutating func statements(_ place: Place, _ count: ClosedRange<Int>) -> [Statement] {
    (0..<number(count)).map { _ in statement(place) }
  }

  mutating func statement(_ place: Place) -> Statement {
    let isDeep = place.depth >= 4
    switch number(0...99) {
    case 0..<9: return .issue(when(place))
    case 9..<11: return .issueWithError(when(place))
    case 11..<18: return .throwing(when(place))
    case 18..<21: return .stopping(when(place))
    case 21..<25: return .pause
    case 25..<30: return late(place)
    case 30..<33: return framework == .xctest ? foreign(place) : .issue(when(place))
    case 33..<39: return place.isOnTestThread ? block(place) : .issue(when(place))
    case 39..<41:
      let isPossible = framework == .xctest && place.isOnTestThread && place.isTopLevel
      return isPossible ? .expectation(isForgotten: chance(0.3) ? rarely() : .never) : .pause
    case 41..<43: return .anHourPasses(when(place))
    case 43..<46 where place.isCancellable: return .cancel(when())
    case 46..<52 where !isDeep: return .swallowing(statements(place.inside(), 1...2))
    case 52..<54 where !isDeep: return .throwingAgain(statements(place.inside(), 1...2))
    case 54..<63 where !isDeep && hasParts:
      return .flaky(flaky(), statements(place.inside(isPart: true), 1...3))
    case 63..<70 where !isDeep: return sideBySide(place)
    case 70..<76 where !isDeep && place.isAsync: return task(place)
    case 82..<88 where !isDeep: return hostile(place)[0]
    case 76..<79: return isDeep ? .issue(when(place)) : .step(wait(place))
    case 79...: return isDeep ? .issue(when(place)) : .step(step(place))
    default: return .issue(when(place))
    }
  }

  /// A task of any kind, which is awaited.
  private mutating func task(_ place: Place) -> Statement {
    var inside = place.inside()
    switch number(0...3) {
    case 0: return .issueOnActor(when(place))
    case 1: return .inTask(statements(inside, 1...2), onMainActor: false)
    case 2 where place.mayUseMainActor:
      // Synchronous waits there would block the main thread.
      inside.mayBeLate = false
      inside.mayUseMainActor = false
      return .inTask(statements(inside, 1...2), onMainActor: true)
    default:
      inside.isCancellable = true
      return .cancellable(statements(inside, 1...2))
    }
  }

  private mutating func late(_ place: Place) -> Statement {
    guard place.mayBeLate, place.isInStep || place.isInPart || chance(0.3) else { return .pause }
    // Without a trait the end of a run is not known in Swift Testing.
    let mayBeStep = place.isInStep || framework == .xctest || hasParts
    return mayBeStep && chance(0.4) ? lateStep(place) : .lateIssue(rarely())
  }

  mutating func lateStep(_ place: Place) -> Statement {
    var inside = place.inside()
    (inside.isAsync, inside.mayBeLate, inside.mayUseMainActor) = (true, false, false)
    (inside.isOnTestThread, inside.isCancellable, inside.depth) = (false, false, 4)
    return .lateStep(step(inside))
  }

  /// Foreign code that records an issue: a failure at once, unless it has carried its surroundings.
  private mutating func foreign(_ place: Place) -> Statement {
    let origins = place.isAsync && place.mayUseMainActor ? Origin.allCases : [.thread, .globalQueue]
    let origin = origins[number(0...(origins.count - 1))]
    return chance(0.6)
      ? .issueFrom(origin, when(place), isCarried: true) : .issueFrom(origin, rarely(), isCarried: false)
  }

  private mutating func block(_ place: Place) -> Statement {
    if chance(0.4) { return .spin(waitsForExpectation: chance(0.2)) }
    return chance(0.5)
      ? .enqueued(queue(), when(place), isCarried: true) : .enqueued(queue(), rarely(), isCarried: false)
  }

  private mutating func sideBySide(_ place: Place) -> Statement {
    if place.isAsync { return .sideBySide((0..<number(2...3)).map { _ in child(place.inside()) }) }
    guard framework == .xctest, place.isTopLevel else { return .step(step(place)) }
    var thread = place.inside()
    thread.isOnTestThread = false
    thread.mayBeLate = false
    return .onThreads((0..<number(2...3)).map { _ in child(thread) })
  }

  /// Mostly a step that lasts, so that it is open beside the others.
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

  mutating func step(_ place: Place) -> Step {
    stepID += 1
    var step = Step(id: stepID)
    step.isAsync = place.isAsync && chance(0.8)
    var inside = place.inside(isStep: true)
    inside.isAsync = step.isAsync
    // A pool thread that waits for a late task might be the one that the task needs.
    if place.isAsync, !step.isAsync { inside.mayBeLate = false }
    step.isValue = chance(0.25)
    step.retries = chance(0.2) ? 0 : number(1...2)
    step.failsTest = chance(0.65)
    step.letsErrorsThrough = chance(0.15)
    step.body = statements(inside, 0...2) + (chance(density / 4) ? swallowedAbort(inside) : [])
    if chance(0.2 + density) { step.fails = when() }
    if chance(density / 6) { step.aborts = when() }
    if chance(density / 3) { step.hookFails = rarely() }
    if chance(0.35) {
      // Reset steps belong to no attempt of their step.
      var reset = inside
      reset.isInStep = place.isInStep
      step.reset = statements(reset, 0...2)
    }
    step.hasTimeLimit = chance(0.15)
    step.hasDelay = chance(0.25)
    if chance(0.2) { step.conditionSeconds = number(1...3) }
    if chance(density / 3) { step.evidenceFails = rarely() }
    if chance(0.15) { step.firstLook = firstLook(of: step, inside) }
    if step.hasDelay || step.conditionSeconds > 0 { step.moreLooks = looks(of: step, inside) }
    return step
  }

  /// A step with a condition and nothing else.
  private mutating func wait(_ place: Place) -> Step {
    var wait = step(place)
    (wait.isWait, wait.retries, wait.body, wait.reset, wait.firstLook) = (true, 0, [], nil, nil)
    (wait.hasDelay, wait.conditionSeconds) = (false, number(0...3))
    var inside = place.inside(isStep: true)
    inside.isAsync = wait.isAsync
    if place.isAsync, !wait.isAsync { inside.mayBeLate = false }
    // Both forms have conditions of their own kind.
    var asCondition = wait
    asCondition.isValue = false
    wait.moreLooks = looks(of: asCondition, inside)
    return wait
  }

  private mutating func firstLook(of step: Step, _ place: Place) -> FirstLook {
    var condition = place
    if step.isValue { (condition.isAsync, condition.mayBeLate) = (false, place.mayBeLate && !step.isAsync) }
    return FirstLook(body: statements(condition, 0...1), isTrue: chance(0.3) ? when() : .never)
  }

  private mutating func looks(of step: Step, _ place: Place) -> [Look] {
    var condition = place
    // The condition of the form that returns a value is synchronous.
    if step.isValue { (condition.isAsync, condition.mayBeLate) = (false, place.mayBeLate && !step.isAsync) }
    return (0..<number(0...2)).map { _ in
      let aborts = chance(density / 4)
      return Look(
        body: statements(condition, 0...1) + (aborts ? swallowedAbort(condition) : []),
        isTrue: aborts || chance(0.4)
      )
    }
  }
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
