extension Generator {
  mutating func statements(_ place: Place, _ count: ClosedRange<Int>) -> [Statement] {
    (0..<number(count)).map { _ in statement(place) }
  }

  mutating func statement(_ place: Place) -> Statement {
    let isDeep = place.depth >= 4
    switch number(0...99) {
    case 0..<11: return .event(.issue, when(place))
    case 11..<18: return .event(.throwing(errorKind()), when(place))
    case 18..<21: return .event(.stopping, when(place))
    case 21..<24: return .pause
    case 24..<25 where place.isAsync: return .event(.cancel, rarely())
    case 25..<30: return late(place)
    case 30..<33: return mayBeForeign(place) ? foreign(place) : .event(.issue, when(place))
    case 33..<39: return place.isOnTestThread ? block(place) : .event(.issue, when(place))
    case 39..<43: return .event(.anHourPasses, when(place))
    case 43..<46 where place.isCancellable: return .event(.cancel, when())
    case 46..<53 where !isDeep: return .block(.swallowing, statements(place.inside(), 1...2))
    case 53..<63 where !isDeep && hasParts:
      return .block(.flaky(flaky()), statements(place.inside(isPart: true), 1...3))
    case 63..<70 where !isDeep: return sideBySide(place)
    case 70..<76 where !isDeep && place.isAsync: return task(place)
    case 82..<88 where !isDeep: return hostile(place)[0]
    case 76..<79: return isDeep ? .event(.issue, when(place)) : .step(wait(place))
    case 79...: return isDeep ? .event(.issue, when(place)) : .step(step(place))
    default: return .event(.issue, when(place))
    }
  }

  /// A task of any kind, which is awaited.
  private mutating func task(_ place: Place) -> Statement {
    var inside = place.inside()
    switch number(0...2) {
    case 0: return .block(.task(onMainActor: false), statements(inside, 1...2))
    case 1 where place.mayUseMainActor:
      // Synchronous waits there would block the main thread.
      inside.mayBeLate = false
      inside.mayUseMainActor = false
      return .block(.task(onMainActor: true), statements(inside, 1...2))
    default:
      inside.isCancellable = true
      return .block(.cancellable, statements(inside, 1...2))
    }
  }

  private mutating func late(_ place: Place) -> Statement {
    guard place.mayBeLate, place.isInStep || place.isInPart || chance(0.3) else { return .pause }
    // Without a trait the end of a run is not known in Swift Testing.
    let mayBeStep = place.isInStep || framework == .xctest || hasParts
    return mayBeStep && chance(0.4) ? lateStep(place) : .event(.lateIssue, rarely())
  }

  mutating func lateStep(_ place: Place) -> Statement {
    var inside = place.inside()
    (inside.isAsync, inside.mayBeLate, inside.mayUseMainActor) = (true, false, false)
    (inside.isOnTestThread, inside.isCancellable, inside.depth) = (false, false, 4)
    inside.isInLateStep = true
    return .lateStep(step(inside))
  }

  /// Swift Testing gives an issue of foreign code to no test, unless an open attempt is carried there.
  private func mayBeForeign(_ place: Place) -> Bool {
    framework == .xctest || (place.isInStep && !place.isInLateStep && !place.isInKnownIssue)
  }

  /// Foreign code that records an issue: a failure at once, unless it has carried its environment.
  private mutating func foreign(_ place: Place) -> Statement {
    let origins = place.isAsync && place.mayUseMainActor ? Origin.allCases : [.thread, .globalQueue]
    let origin = origins[number(0...(origins.count - 1))]
    let isCarried = framework == .swiftTesting || chance(0.6)
    return .event(.issueFrom(origin, isCarried: isCarried), isCarried ? when(place) : rarely())
  }

  private mutating func block(_ place: Place) -> Statement {
    if chance(0.4) { return .spin }
    let isCarried = chance(0.5)
    return .event(.enqueued(queue(), isCarried: isCarried), isCarried ? when(place) : rarely())
  }

  private mutating func sideBySide(_ place: Place) -> Statement {
    var inside = place.inside()
    inside.isCancellable = place.isAsync
    if place.isAsync { return .fork(.children, (0..<number(2...3)).map { _ in child(inside) }) }
    guard framework == .xctest, place.isTopLevel else { return .step(step(place)) }
    inside.isOnTestThread = false
    inside.mayBeLate = false
    return .fork(.threads, (0..<number(2...3)).map { _ in child(inside) })
  }

  /// Mostly a step that lasts, so that it is open at the same time as the others.
  private mutating func child(_ place: Place) -> [Statement] {
    guard place.depth < 4, chance(0.6) else { return statements(place, 1...3) }
    var step = step(place)
    step.body.insert(.pause, at: chance(0.5) ? 0 : step.body.endIndex)
    if chance(density / 3) {
      (step.fails, step.retries) = (When(attempts: 1), number(1...2))
      step.reset = [.pause, .event(.issue, when())]
    }
    return [.step(step)] + statements(place, 0...1)
  }

  mutating func step(_ place: Place) -> Step {
    stepID += 1
    var step = Step(id: stepID)
    step.isAsync = place.isAsync && chance(0.8)
    let inside = place.inside(of: step)
    step.isValue = chance(0.25)
    step.retries = chance(0.2) ? 0 : number(1...2)
    step.failsTest = chance(0.65)
    step.letsErrorsThrough = chance(0.15)
    if chance(0.08) { step.asks = [asked()] }
    step.body = statements(inside, 0...2) + (chance(density / 4) ? swallowedAbort(inside) : [])
    if !step.asks.isEmpty, chance(0.5) { step.body.append(.event(.throwing(.fresh), When(attempts: 1))) }
    if chance(0.2 + density) { step.fails = when() }
    if chance(density / 6) { step.aborts = when() }
    if chance(density / 3) { step.hookFails = rarely() }
    if chance(0.35) {
      // Reset steps do not belong to any attempt of their step.
      var reset = inside
      reset.isInStep = place.isInStep
      step.reset = statements(reset, 1...2)
    }
    step.hasTimeLimit = chance(0.15)
    step.hasDelay = chance(0.25)
    if chance(0.2) { step.conditionSeconds = number(1...3) }
    if chance(0.15) {
      step.firstCheck = ConditionCheck(
        body: statements(inside.condition(of: step), 0...1),
        isTrue: chance(0.3) ? when() : .never
      )
    }
    if step.hasDelay || step.conditionSeconds > 0 { step.laterChecks = checks(inside.condition(of: step)) }
    return step
  }

  /// The code of `isRetryable`: an issue, or a step that never recovers.
  private mutating func asked() -> Statement {
    if chance(0.5) { return .event(.issue, when()) }
    stepID += 1
    return .step(Step(id: stepID, retries: 0, fails: when()))
  }

  /// A step with a condition and nothing else.
  private mutating func wait(_ place: Place) -> Step {
    var wait = step(place)
    (wait.isWait, wait.retries, wait.body, wait.reset, wait.firstCheck) = (true, 0, [], [], nil)
    (wait.hasDelay, wait.conditionSeconds) = (false, number(0...3))
    wait.laterChecks = checks(place.inside(of: wait).condition(of: wait))
    return wait
  }

  private mutating func checks(_ place: Place) -> [ConditionCheck] {
    (0..<number(0...2)).map { _ in
      let aborts = chance(density / 4)
      return ConditionCheck(
        body: statements(place, 0...1) + (aborts ? swallowedAbort(place) : []),
        isTrue: aborts || chance(0.4) ? .always : .never
      )
    }
  }
}
