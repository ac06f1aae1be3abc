/// Programs that try to lose a failure; most random ones would never come close.
extension Generator {
  mutating func hostile(_ place: Place) -> [Statement] {
    switch number(0...6) {
    case 0...1: return [uncured(place)]
    case 2 where place.isAsync: return [cancelled(place)]
    case 3 where framework == .xctest: return [.step(withForeignIssue(place))]
    case 4 where place.mayBeLate: return [outlived(place)]
    default: return [.step(inStep(place))]
    }
  }

  /// A run that fails before its first flaky scope, and another that reaches it.
  mutating func earlyExit(_ place: Place) -> [Statement] {
    let exit = [Statement.returning(inFirstRun()), .throwing(inFirstRun()), .stopping(inFirstRun())][number(0...2)]
    let part = Statement.flaky(flaky(), statements(place.inside(isPart: true), 0...2))
    return [chance(0.7) ? .issue(inFirstRun()) : statement(place), exit, part]
  }

  /// A run that fails in a flaky scope, and another that is stopped.
  mutating func stoppedRerun(_ place: Place) -> [Statement] {
    let part = Statement.flaky(flaky(), [chance(0.6) ? .issue(inFirstRun()) : .throwing(inFirstRun())])
    let stop = Statement.stopping(When(firstRun: 1))
    return chance(0.5) ? [stop, part] : [part, chance(0.5) ? stop : statement(place)]
  }

  /// A block that was enqueued before a step, and a run loop in an attempt.
  mutating func blockOfOthers(_ place: Place) -> [Statement] {
    var step = step(place)
    step.body.insert(.spin(waitsForExpectation: chance(0.3)), at: 0)
    let block = Statement.enqueued(queue(), chance(0.7) ? inFirstRun() : when(), isCarried: chance(0.4))
    if chance(0.5) { step.body.insert(block, at: 0) }
    return (chance(0.5) ? [block] : []) + [.step(step)] + statements(place, 0...1)
  }

  /// A step that fails at first, and ends in a way that could lose the failure.
  private mutating func uncured(_ place: Place) -> Statement {
    var step = step(place)
    let first = When(attempts: 1)
    (step.retries, step.failsTest) = (number(1...2), chance(0.3))
    step.body.insert(chance(0.8) ? .issue(first) : .throwing(first), at: 0)
    switch number(0...8) {
    case 0...1: step.fails = .always
    case 2: step.body.append(.stopping(later()))
    case 3: (step.letsErrorsThrough, step.body) = (true, step.body + [.throwing(later())])
    case 4: (step.hasTimeLimit, step.body) = (true, step.body + [.anHourPasses(.always)])
    case 5: step.aborts = When(attempts: number(1...2))
    case 6: step.reset = [chance(0.5) ? .stopping(.always) : .throwing(.always)]
    // The condition of the form that returns a value is synchronous.
    case 7: (step.isValue, step.fails, step.moreLooks) = (true, .always, [])
    default: break
    }
    return chance(0.4) || step.isValue ? .swallowing([.step(step)]) : .step(step)
  }

  /// A step in a task that is cancelled in one of the attempts.
  private mutating func cancelled(_ place: Place) -> Statement {
    var inside = place.inside()
    inside.isCancellable = true
    var step = step(inside)
    step.failsTest = chance(0.5)
    step.retries = number(1...2)
    step.body = [.issue(When(attempts: 1))] + step.body + [.cancel(chance(0.5) ? When(attempts: 1) : later())]
    let task = Statement.cancellable([.step(step)])
    return chance(0.5) ? .swallowing([task]) : task
  }

  /// A step that recovers, with code of unknown origin in it.
  private mutating func withForeignIssue(_ place: Place) -> Step {
    var step = step(place)
    step.retries = number(1...2)
    let origins = place.isAsync && step.isAsync && place.mayUseMainActor ? Origin.allCases : [.thread, .globalQueue]
    let origin = origins[number(0...(origins.count - 1))]
    step.body.insert(.issueFrom(origin, When(attempts: 1), isCarried: chance(0.6)), at: 0)
    return step
  }

  /// A late statement that would mostly be cured if it were in time.
  private mutating func outlived(_ place: Place) -> Statement {
    var place = place
    place.isInPart = true
    let first = When(attempts: 1)
    let late = chance(0.5) || !hasParts ? Statement.lateIssue(chance(0.7) ? first : when()) : lateStep(place)
    guard chance(0.7) || !hasParts else { return .flaky(flaky(), [late]) }
    var step = step(place)
    step.retries = number(1...2)
    step.fails = first
    step.body.insert(late, at: 0)
    return .step(step)
  }

  /// A step inside a step, either of which may end without a success.
  private mutating func inStep(_ place: Place) -> Step {
    var outer = step(place)
    var around = place.inside(isStep: true)
    around.isAsync = outer.isAsync
    if place.isAsync, !outer.isAsync { around.mayBeLate = false }
    outer.retries = number(0...2)
    outer.failsTest = chance(0.5)
    outer.body.insert(uncured(around), at: 0)
    return outer
  }

  private mutating func later() -> When { chance(0.8) ? When(firstAttempt: 2) : .always }
}
