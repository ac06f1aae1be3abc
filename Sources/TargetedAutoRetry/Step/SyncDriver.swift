/// Runs the actions of the engine on the calling thread.
///
/// Each part is a function of its own: nested steps need less of the stack if the loop is small.
enum SyncDriver {
  /// - Parameter rejectedValue: A text for the value that did not meet the condition, in the forms that return one.
  /// - Returns: The report. Nil for a quiet step that passed at once.
  static func drive<Failure: Error>(
    _ start: StepStart,
    action: () throws(Failure) -> Void,
    condition: () throws(Failure) -> Bool,
    resetSteps: () throws(Failure) -> Void,
    rejectedValue: () -> String? = { nil }
  ) throws(Failure) -> StepReport? {
    do {
      guard let run = begin(start, action, condition, rejectedValue) else { return nil }
      while run.next.goesOn {
        if case .runAttempt(let attempt) = run.next {
          runAttempt(attempt, of: run, action, condition, rejectedValue)
        } else {
          goBack(run, condition, resetSteps)
        }
      }
      let report = try run.finish()
      if let count = run.burnIns(after: report) {
        try burnIn(run, count, action, condition, resetSteps, rejectedValue)
      }
      return report
    } catch {
      // Only the closures throw. A function of its own would put the error into another box.
      throw (error as? Failure).made(by: "The closure")
    }
  }

  private static func burnIn(
    _ run: StepRun,
    _ count: Int,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool,
    _ resetSteps: () throws -> Void,
    _ rejectedValue: () -> String?
  ) throws {
    var sum = BurnInReport(of: count)
    defer { run.burnedIn(sum) }
    for number in 1...count {
      do {
        let report = try drive(
          run.burnIn(number, of: count),
          action: {
            try resetSteps()
            try action()
          },
          condition: condition,
          resetSteps: {},
          rejectedValue: rejectedValue
        )
        if !sum.add(report) { break }
      } catch {
        sum.end(by: error)
        throw error
      }
    }
  }

  /// The run of a step that needs one.
  private static func begin(
    _ start: StepStart,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool,
    _ rejectedValue: () -> String?
  ) -> StepRun? {
    guard let attempt = start.quietAttempt else {
      let run = StepRun(start)
      run.hintThatAttemptsAreNotInterrupted()
      return run
    }
    let place = start.place(of: attempt)
    let end = inside(place, start) {
      start.isPlain
        ? perform(attempt, of: start, nil, in: place, action, condition)
        : performOther(attempt, of: start, nil, in: place, action, condition)
    }
    if start.hasPassed(end, in: place) { return nil }
    let run = StepRun(start)
    run.actionBegins()
    run.attemptEnded(attempt, end, in: place, since: start.instant, rejectedValue)
    return run
  }

  private static func runAttempt(
    _ attempt: Attempt,
    of run: StepRun,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool,
    _ rejectedValue: () -> String?
  ) {
    let instant = run.attemptBegins()
    let place = run.start.place(of: attempt)
    let end = inside(place, run.start) {
      run.start.isPlain
        ? perform(attempt, of: run.start, run, in: place, action, condition)
        : performOther(attempt, of: run.start, run, in: place, action, condition)
    }
    run.attemptEnded(attempt, end, in: place, since: instant, rejectedValue)
  }

  private static func goBack(_ run: StepRun, _ condition: () throws -> Bool, _ resetSteps: () throws -> Void) {
    switch run.next {
    case .wait(let duration, after: let attempt):
      run.emit(.wait(duration, after: attempt))
      let instant = run.start.now
      block(duration, run.start)
      run.waited(since: instant)
    case .recheckCondition(after: let attempt):
      let place = run.start.place(of: attempt)
      let end = inside(place, run.start) {
        look(at: condition, of: run.start, run, in: place, .lateCheck(after: attempt))
      }
      run.conditionRechecked(end, in: place)
    case .runResetSteps(after: let attempt):
      let place = run.start.place(of: attempt, isReset: true)
      let end = inside(place, run.start) { reset(after: attempt, of: run, resetSteps) }
      run.resetStepsEnded(end, in: place)
    case .runAttempt, .finish:
      break
    }
  }

  private static func perform(
    _ attempt: Attempt,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool
  ) -> AttemptEnd {
    do {
      if let run {
        run.actionBegins()
        try run.perform(.mainAction(attempt), action)
      } else {
        try action()
      }
    } catch {
      return AttemptEnd(error, under: start.policy)
    }
    let patience = start.policy.conditionTimeout
    return look(at: condition, of: start, run, in: place, .successCondition(attempt), patience: patience)
  }

  /// Runs a wait, or an attempt with a first look.
  ///
  /// A function of its own, so that nested plain steps need less of the stack.
  private static func performOther(
    _ attempt: Attempt,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool
  ) -> AttemptEnd {
    if start.call.kind == .wait {
      let limit = start.policy.conditionTimeout
      let part = RetryEvent.Kind.waitBegins(limit: limit)
      return look(at: condition, of: start, run, in: place, part, patience: limit, meanwhile: action)
    }
    if let run {
      let first = look(at: condition, of: start, run, in: place, .firstLook(attempt))
      if let end = run.endOfAttempt(attempt, after: first, place) { return end }
    }
    return perform(attempt, of: start, run, in: place, action, condition)
  }

  private static func look(
    at condition: () throws -> Bool,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ part: @autoclosure () -> RetryEvent.Kind,
    patience: Duration = .zero,
    meanwhile action: () throws -> Void = {}
  ) -> AttemptEnd {
    guard let run else { return wait(for: condition, of: start, nil, in: place, patience, action) }
    var end: AttemptEnd?
    do {
      try run.perform(part()) { end = wait(for: condition, of: start, run, in: place, patience, action) }
    } catch {
      // Only the body throws, and it catches.
    }
    return end.made(by: "perform")
  }

  private static func wait(
    for condition: () throws -> Bool,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ patience: Duration,
    _ action: () throws -> Void
  ) -> AttemptEnd {
    var looks = ConditionLooks(start: start.now, patience: patience, deadline: run?.engine.deadline)
    var lastError: (any Error)?
    while true {
      var (isMet, threw) = (false, false)
      do {
        isMet = try condition()
      } catch {
        if start.policy.isStop(error) { return .stopped(error) }
        (threw, lastError) = (true, error)
      }
      if isMet, start.policy.stableFor == .zero { return .succeeded(since: looks.start) }
      switch start.policy.conditionEvaluated(isMet, threw: threw, &looks, isCut: place.hasFailed, at: start.now) {
      case .waitAndEvaluate(let pause):
        // The action of a wait does not throw.
        if !isMet { try? action() }
        block(pause, start)
      case .endAttempt(let isMet):
        return isMet ? .succeeded(since: looks.start) : .conditionNotMet(looks, lastError)
      }
    }
  }

  private static func reset(after attempt: Attempt, of run: StepRun, _ resetSteps: () throws -> Void) -> AttemptEnd {
    do {
      try run.perform(.resetSteps(after: attempt), resetSteps)
      return .succeeded(since: .zero)
    } catch {
      return AttemptEnd(error, under: run.step.policy)
    }
  }

  private static func inside(_ place: AttemptPlace, _ start: StepStart, _ body: () -> AttemptEnd) -> AttemptEnd {
    guard let issues = place.issues, issues.ledger.framework == .swiftTesting else {
      return Surroundings.$current.withValue(place.surroundings, operation: body)
    }
    return issues.collect { Surroundings.$current.withValue(place.surroundings, operation: body) }
  }

  /// Blocks the thread for a while.
  ///
  /// On Apple platforms its run loop goes on. The code that it runs does not belong to the attempt.
  private static func block(_ duration: Duration, _ start: StepStart) {
    Surroundings.$current.withValue(Surroundings.current.outsideOfTest) {
      start.world.timekeeper.block(duration)
    }
  }
}
