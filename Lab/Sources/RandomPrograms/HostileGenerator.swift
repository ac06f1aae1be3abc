/// Programs that try to lose a failure; most random ones would never come close.
extension Generator {
  mutating func hostile(_ place: Place) -> [Statement] {
    switch number(0...8) {
    case 0...1: return [unforgiven(place)]
    case 2...3 where place.isAsync: return [cancelled(place)]
    case 4 where place.mayBeLate: return [outlived(place)]
    case 5...6 where framework == .swiftTesting: return [known(place)]
    case 7: return [withScopeOfTest(place)]
    default: return [.step(inStep(place))]
    }
  }

  /// A run that fails before its first flaky scope, and another that reaches it.
  mutating func earlyExit(_ place: Place) -> [Statement] {
    let exit = [Event.returning, .throwing(errorKind()), .stopping][number(0...2)]
    let part = Statement.block(.flaky(flaky()), statements(place.inside(isPart: true), 0...2))
    return [chance(0.7) ? .event(.issue, inFirstRun()) : statement(place), .event(exit, inFirstRun()), part]
  }

  /// A run that fails in a flaky scope, and another that is stopped, or in which a step is canceled.
  mutating func stoppedRerun(_ place: Place) -> [Statement] {
    let failure = chance(0.6) ? Event.issue : .throwing(.fresh)
    let part = Statement.block(.flaky(flaky()), [.event(failure, inFirstRun())])
    let again = When(firstRun: 1)
    let stop = place.isAsync && chance(0.6) ? cut(place, again) : .event(.stopping, again)
    return chance(0.5) ? [stop, part] : [part, chance(0.7) ? stop : statement(place)]
  }

  /// A block that was enqueued before a step, and a run loop in an attempt.
  mutating func blockOfOthers(_ place: Place) -> [Statement] {
    var step = step(place)
    step.body.insert(.spin, at: 0)
    let event = Event.enqueued(queue(), isCarried: chance(0.4))
    let block = Statement.event(event, chance(0.7) ? inFirstRun() : when())
    if chance(0.5) { step.body.insert(block, at: 0) }
    return (chance(0.5) ? [block] : []) + [.step(step)] + statements(place, 0...1)
  }

  /// A step that fails at first, and ends in a way that could lose the failure.
  private mutating func unforgiven(_ place: Place) -> Statement {
    var step = step(place)
    let first = When(attempts: 1)
    (step.retries, step.failsTest) = (number(1...2), chance(0.3))
    step.body.insert(.event(chance(0.8) ? .issue : .throwing(.fresh), first), at: 0)
    switch number(0...8) {
    case 0...1: step.fails = .always
    case 2: step.body.append(.event(.stopping, later()))
    case 3: (step.letsErrorsThrough, step.body) = (true, step.body + [.event(.throwing(errorKind()), later())])
    case 4: (step.hasTimeLimit, step.body) = (true, step.body + [.event(.anHourPasses, .always)])
    case 5: step.aborts = When(attempts: number(1...2))
    case 6: step.reset = [.event(chance(0.5) ? .stopping : .throwing(.fresh), .always)]
    // The condition of the form that returns a value is synchronous.
    case 7: (step.isValue, step.fails, step.laterChecks) = (true, .always, [])
    default: break
    }
    return chance(0.4) || step.isValue ? .block(.swallowing, [.step(step)]) : .step(step)
  }

  /// A step that fails at first, with a cancellation in one of its attempts, or around it.
  private mutating func cancelled(_ place: Place) -> Statement {
    let first = When(attempts: 1)
    let when = chance(0.4) ? first : later()
    if chance(0.4) { return cut(place, when) }
    var step = step(place)
    (step.isAsync, step.failsTest, step.retries) = (true, chance(0.5), number(1...2))
    step.body = [.event(.issue, first)] + step.body + [cut(place.inside(of: step), when)]
    return chance(0.3) ? .block(.swallowing, [.step(step)]) : .step(step)
  }

  /// A step in a task that is canceled meanwhile: a task, or one of several children.
  private mutating func cut(_ place: Place, _ when: When) -> Statement {
    let inside = place.inside()
    var step = step(inside)
    (step.failsTest, step.retries) = (chance(0.5), number(0...2))
    step.body = (chance(0.5) ? [.event(.issue, When(attempts: 1))] : []) + step.body + [.event(.cancel, when)]
    if chance(0.5) { step.fails = when }
    let other = chance(0.5) ? [Statement.pause] : statements(inside, 1...1)
    let cut: Statement =
      switch number(0...2) {
      case 0: .fork(.children, [[.step(step)], other])
      case 1: .block(.cancellable, [.event(.cancel, when), .step(step)])
      default: .block(.cancellable, [.step(step)])
      }
    return chance(0.5) ? .block(.swallowing, [cut]) : cut
  }

  /// A known issue of the author, around a step that passes, recovers, is exhausted or is aborted.
  mutating func known(_ place: Place) -> Statement {
    var inside = place.inside()
    (inside.isInKnownIssue, inside.mayBeLate) = (true, false)
    var step = step(inside)
    let bug = Statement.event(.bug, chance(0.6) ? .always : when())
    if chance(0.5) { step.body.insert(bug, at: 0) }
    if chance(0.5) { step.fails = chance(0.4) ? .always : When(attempts: 1) }
    if chance(0.2) { step.aborts = step.fails }
    let statements = (chance(0.5) ? [bug] : []) + [.step(step)] + statements(inside, 0...1)
    return .block(.known(bugsOnly: chance(0.5)), statements)
  }

  /// A step that recovers, and code in it that belongs to the test around.
  private mutating func withScopeOfTest(_ place: Place) -> Statement {
    var step = step(place)
    step.retries = number(1...2)
    var ofTest = place.inside(of: step)
    (ofTest.isInStep, ofTest.isInPart, ofTest.mayBeLate, ofTest.depth) = (false, false, false, 4)
    let isOnThread = framework == .xctest && chance(0.5)
    if isOnThread { (ofTest.isAsync, ofTest.isOnTestThread, ofTest.mayUseMainActor) = (false, false, false) }
    let inside = chance(0.6) ? Statement.event(.issue, When(attempts: 1)) : .step(self.step(ofTest))
    if !place.isInKnownIssue { step.body.insert(.block(.scopeOfTest(onThread: isOnThread), [inside]), at: 0) }
    return .step(step)
  }

  /// A late statement that would mostly be forgiven if it were in time.
  private mutating func outlived(_ place: Place) -> Statement {
    var place = place
    place.isInPart = true
    let first = When(attempts: 1)
    let late = chance(0.5) || !hasParts ? .event(.lateIssue, chance(0.7) ? first : when()) : lateStep(place)
    guard chance(0.7) || !hasParts else { return .block(.flaky(flaky()), [late]) }
    var step = step(place)
    step.retries = number(1...2)
    step.fails = first
    step.body.insert(late, at: 0)
    return .step(step)
  }

  /// A step inside a step, either of which may end without a success.
  private mutating func inStep(_ place: Place) -> Step {
    var outer = step(place)
    outer.retries = number(0...2)
    outer.failsTest = chance(0.5)
    outer.body.insert(unforgiven(place.inside(of: outer)), at: 0)
    return outer
  }

  private mutating func later() -> When { chance(0.8) ? When(firstAttempt: 2) : .always }
}
