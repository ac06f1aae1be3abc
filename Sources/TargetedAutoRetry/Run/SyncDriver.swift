/// Runs the actions of the engine on the calling thread.
enum SyncDriver {
  static func drive<Value, Failure: Error>(
    _ step: StepRun,
    _ action: () throws(Failure) -> Value,
    _ condition: () throws(Failure) -> Bool?,
    _ resetSteps: () throws(Failure) -> Void
  ) throws(Failure) {
    if step.step.policy.attemptTimeLimit != nil, !step.step.isWait { step.hint(.attemptTimeLimitHasNoEffect) }
    do {
      try step.finish(play(step, action, condition, resetSteps))
      let repetitions = Repetitions(of: step)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, play(repetition, action, condition, resetSteps))
      }
    } catch {
      // Only the closures throw. A function of its own would put the error into another box.
      throw (error as? Failure).made(by: "The closure")
    }
  }

  /// Each part is a function of its own: nested steps need less of the stack if the loop is small.
  private static func play<Value>(
    _ run: StepRun,
    _ action: () throws -> Value,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> StepEnding {
    func runAttempt(_ attempt: Attempt) {
      let context = run.attemptBegins(attempt)
      run.attemptEnded(attempt, inside(context) { perform(attempt, in: context) }, in: context)
    }

    func perform(_ attempt: Attempt, in context: StepContext) -> AttemptEnd {
      let patience = run.step.policy.conditionTimeout
      if run.step.isWait { return look(.waitBegins(limit: patience), in: context, patience) }
      if run.step.looksFirst {
        let first = look(.firstLook(attempt), in: context)
        if let end = run.endWithoutAction(attempt, after: first, in: context) { return end }
      }
      do {
        if run.step.isRepetition { try resetSteps() }
        let unready = try run.show(.mainAction(attempt)) { () throws -> AttemptEnd? in
          let wait = run.precondition.map { poll($0, in: context, patience) }
          if wait?.hasSucceeded == false { return wait }
          run.report.actionRuns += 1
          _ = try action()
          return nil
        }
        if let unready { return unready }
      } catch {
        return run.end(by: error)
      }
      return look(.successCondition(attempt), in: context, patience)
    }

    func look(
      _ part: @autoclosure () -> RetryEvent.Kind,
      in context: StepContext,
      _ patience: Duration = .zero
    ) -> AttemptEnd {
      run.show(part()) { poll(condition, in: context, patience) }
    }

    func poll(_ condition: () throws -> Bool?, in context: StepContext, _ patience: Duration) -> AttemptEnd {
      var looks = ConditionLooks(start: run.now, patience: patience, deadline: run.engine.deadline)
      while true {
        var isMet = false
        var thrown: (any Error)?
        context.lookBegins()
        do {
          isMet = try condition() == true
        } catch {
          if run.isStop(error) { return .stopped(error) }
          thrown = error
        }
        looks.seen = context.seen
        let policy = run.step.policy
        switch policy.conditionEvaluated(isMet, thrown: thrown, &looks, isCut: context.hasFailed, at: run.now) {
        case .waitAndEvaluate(let pause):
          // The action of a wait does not throw.
          if !isMet, run.step.isWait { _ = try? action() }
          block(pause)
        case .endAttempt(let isMet):
          return isMet ? .succeeded(since: looks.start) : .conditionNotMet(looks)
        }
      }
    }

    func wait(_ duration: Duration, after attempt: Attempt) {
      run.emit(.wait(duration, after: attempt))
      let instant = run.now
      block(duration)
      run.waited(since: instant)
    }

    func recheck(after attempt: Attempt) {
      let context = run.beginContext(of: attempt)
      let end = inside(context) { look(.lateCheck(after: attempt), in: context) }
      run.conditionRechecked(after: attempt, end, in: context)
    }

    func reset(after attempt: Attempt) {
      let context = run.beginContext(of: attempt, isReset: true)
      let end = inside(context) {
        do {
          try run.show(.resetSteps(after: attempt), resetSteps)
          return .succeeded(since: .zero)
        } catch {
          return run.end(by: error)
        }
      }
      run.resetStepsEnded(end, in: context)
    }

    func inside(_ context: StepContext, _ body: () -> AttemptEnd) -> AttemptEnd {
      let surroundings = run.surroundings(of: context)
      return context.collect { Surroundings.$current.withValue(surroundings, operation: body) }
    }

    /// On Apple platforms the run loop goes on. The code that it runs does not belong to the attempt.
    func block(_ duration: Duration) {
      Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { run.world.timekeeper.block(duration) }
    }

    while true {
      switch run.next {
      case .runAttempt(let attempt): runAttempt(attempt)
      case .wait(let duration, after: let attempt): wait(duration, after: attempt)
      case .recheckCondition(after: let attempt): recheck(after: attempt)
      case .runResetSteps(after: let attempt): reset(after: attempt)
      case .finish(let ending): return ending
      }
    }
  }
}
