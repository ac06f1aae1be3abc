/// Runs the actions of the engine on the calling thread.
///
/// Each part is a function of its own: nested steps need less of the stack if the loop is small.
enum SyncDriver {
  static func drive<Failure: Error>(
    _ step: StepRun,
    _ action: () throws(Failure) -> Void,
    _ condition: () throws(Failure) -> Bool?,
    _ resetSteps: () throws(Failure) -> Void
  ) throws(Failure) -> StepReport {
    step.hintThatAttemptsAreNotInterrupted()
    var repetitions = Repetitions(of: step)
    do {
      while true {
        let run = repetitions.run
        switch run.next {
        case .runAttempt(let attempt): runAttempt(attempt, of: run, action, condition, resetSteps)
        case .wait(let duration, after: let attempt): wait(duration, after: attempt, of: run)
        case .recheckCondition(after: let attempt): recheck(condition, after: attempt, of: run)
        case .runResetSteps(after: let attempt): reset(after: attempt, of: run, resetSteps)
        case .finish(let ending): if let report = try repetitions.runEnds(ending) { return report }
        }
      }
    } catch {
      // Only the closures throw. A function of its own would put the error into another box.
      throw (error as? Failure).made(by: "The closure")
    }
  }

  private static func runAttempt(
    _ attempt: Attempt,
    of run: StepRun,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) {
    let context = run.attemptBegins(attempt)
    let end = inside(context, of: run) { perform(attempt, of: run, in: context, action, condition, resetSteps) }
    run.attemptEnded(attempt, end, in: context)
  }

  private static func wait(_ duration: Duration, after attempt: Attempt, of run: StepRun) {
    run.emit(.wait(duration, after: attempt))
    let instant = run.now
    block(duration, run)
    run.waited(since: instant)
  }

  private static func recheck(_ condition: () throws -> Bool?, after attempt: Attempt, of run: StepRun) {
    let context = run.context(of: attempt)
    let end = inside(context, of: run) { look(at: condition, of: run, in: context, .lateCheck(after: attempt)) }
    run.conditionRechecked(after: attempt, end, in: context)
  }

  private static func reset(after attempt: Attempt, of run: StepRun, _ resetSteps: () throws -> Void) {
    let context = run.context(of: attempt, isReset: true)
    let end = inside(context, of: run) {
      do {
        try run.show(.resetSteps(after: attempt), resetSteps)
        return .succeeded(since: .zero)
      } catch {
        return AttemptEnd(error, isStop: run.isStop(error))
      }
    }
    run.resetStepsEnded(end, in: context)
  }

  private static func perform(
    _ attempt: Attempt,
    of run: StepRun,
    in context: StepContext,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> AttemptEnd {
    let patience = run.step.policy.conditionTimeout
    if run.step.isWait {
      return look(
        at: condition,
        of: run,
        in: context,
        .waitBegins(limit: patience),
        patience: patience,
        meanwhile: action
      )
    }
    if run.step.looksFirst {
      let first = look(at: condition, of: run, in: context, .firstLook(attempt))
      if let end = run.endOfAttempt(attempt, after: first, in: context) { return end }
    }
    do {
      if run.step.isRepetition { try resetSteps() }
      run.history.actionRuns += 1
      try run.show(.mainAction(attempt), action)
    } catch {
      return AttemptEnd(error, isStop: run.isStop(error))
    }
    return look(at: condition, of: run, in: context, .successCondition(attempt), patience: patience)
  }

  private static func look(
    at condition: () throws -> Bool?,
    of run: StepRun,
    in context: StepContext,
    _ part: @autoclosure () -> RetryEvent.Kind,
    patience: Duration = .zero,
    meanwhile action: () throws -> Void = {}
  ) -> AttemptEnd {
    run.show(part()) { poll(condition, of: run, in: context, patience, action) }
  }

  private static func poll(
    _ condition: () throws -> Bool?,
    of run: StepRun,
    in context: StepContext,
    _ patience: Duration,
    _ action: () throws -> Void
  ) -> AttemptEnd {
    var looks = ConditionLooks(start: run.now, patience: patience, deadline: run.engine.deadline)
    var lastError: (any Error)?
    while true {
      var (isMet, threw) = (false, false)
      do {
        isMet = try condition() == true
      } catch {
        if run.isStop(error) { return .stopped(error) }
        (threw, lastError) = (true, error)
      }
      let policy = run.step.policy
      switch policy.conditionEvaluated(isMet, threw: threw, &looks, isCut: context.hasFailed, at: run.now) {
      case .waitAndEvaluate(let pause):
        // The action of a wait does not throw.
        if !isMet { try? action() }
        block(pause, run)
      case .endAttempt(let isMet):
        return isMet ? .succeeded(since: looks.start) : .conditionNotMet(looks, lastError)
      }
    }
  }

  private static func inside(_ context: StepContext, of run: StepRun, _ body: () -> AttemptEnd) -> AttemptEnd {
    let surroundings = run.surroundings(of: context)
    guard run.step.isInSwiftTesting, let issues = context.ownIssues else {
      return Surroundings.$current.withValue(surroundings, operation: body)
    }
    return issues.collect { Surroundings.$current.withValue(surroundings, operation: body) }
  }

  /// Blocks the thread for a while.
  ///
  /// On Apple platforms its run loop goes on. The code that it runs does not belong to the attempt.
  private static func block(_ duration: Duration, _ run: StepRun) {
    Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { run.world.timekeeper.block(duration) }
  }
}
