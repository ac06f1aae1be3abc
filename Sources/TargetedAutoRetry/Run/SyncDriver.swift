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
      try step.finish(play(step, { _ = try action() }, condition, resetSteps))
      var repetitions = Repetitions(of: step)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, play(repetition, { _ = try action() }, condition, resetSteps))
      }
    } catch {
      throw failure(error)
    }
  }

  /// The error of a closure: nothing else throws.
  static func failure<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else { fatalError("\(error) is not of the closures.") }
    return failure
  }

  /// Each part is a function of its own: nested steps need less of the stack if the loop is small.
  private static func play(
    _ run: StepRun,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> StepEnding {
    func runAttempt(_ attempt: Attempt) {
      let context = run.attemptBegins(attempt)
      inside(context) { try perform(attempt, in: context) }
      run.attemptEnded(attempt, in: context)
    }

    func perform(_ attempt: Attempt, in context: StepContext) throws {
      let patience = run.step.policy.conditionTimeout
      if run.step.isWait { return look(.waitBegins(limit: patience), in: context, patience) }
      if run.step.looksFirst, !run.engine.mustAct {
        look(.firstLook(attempt), in: context)
        if !run.needsAction(attempt, in: context) { return }
      }
      let hasRun = try run.show(.mainAction(attempt)) {
        if run.step.isRepetition { try resetSteps() }
        if let isReady = run.precondition {
          poll(isReady, in: context, patience)
          if !run.end.isMet { return false }
        }
        run.report.actionRuns += 1
        try action()
        return true
      }
      if hasRun { look(.successCondition(attempt), in: context, patience) }
    }

    func look(
      _ part: @autoclosure () -> RetryEvent.Kind,
      in context: StepContext,
      _ patience: Duration = .zero
    ) {
      run.show(part()) { poll(condition, in: context, patience) }
    }

    func poll(_ condition: () throws -> Bool?, in context: StepContext, _ patience: Duration) {
      var looks = run.looks(for: patience)
      while true {
        context.lookBegins()
        var thrown: (any Error)?
        do {
          looks.isMet = try condition() ?? false
        } catch {
          thrown = error
        }
        guard let pause = run.pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if run.step.isWait, !looks.isMet { try? action() }
        block(pause)
      }
    }

    func wait(_ duration: Duration, after attempt: Attempt) {
      run.emit(.wait(duration, after: attempt))
      let instant = run.now
      block(duration)
      run.waited(since: instant)
    }

    func recheck(after attempt: Attempt) {
      let context = run.begin(attempt)
      inside(context) { look(.lateCheck(after: attempt), in: context) }
      run.conditionRechecked(after: attempt, in: context)
    }

    func reset(after attempt: Attempt) {
      let context = run.begin(attempt, isReset: true)
      inside(context) { try run.show(.resetSteps(after: attempt), resetSteps) }
      run.resetStepsEnded(in: context)
    }

    func inside(_ context: StepContext, _ body: () throws -> Void) {
      let surroundings = Surroundings(in: run.around, step: context)
      context.collect {
        Surroundings.$current.withValue(surroundings) {
          do { try body() } catch { run.threw(error) }
        }
      }
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
