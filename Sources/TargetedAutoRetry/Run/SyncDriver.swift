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
    _ step: StepRun,
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> StepEnding {
    func run(_ attempt: Attempt) {
      let context = step.begin(attempt)
      inside(context) {
        var last: StepPart?
        while let part = step.part(after: last, in: context) {
          try step.show(.begins(part, attempt)) { try perform(part, in: context) }
          last = part
        }
      }
      step.ended(context)
    }

    func perform(_ part: StepPart, in context: StepContext) throws {
      switch part {
      case .action:
        if step.step.isRepetition { try resetSteps() }
        if let isReady = step.precondition {
          look(at: isReady, in: context, part)
          if !step.end.isMet { return }
        }
        step.report.actionRuns += 1
        try action()
      case .resetSteps: try resetSteps()
      case .wait, .firstLook, .condition, .lateCheck: look(at: condition, in: context, part)
      }
    }

    func look(at condition: () throws -> Bool?, in context: StepContext, _ part: StepPart) {
      var looks = step.looks(for: step.patience(in: part))
      while true {
        context.lookBegins()
        var thrown: (any Error)?
        do {
          looks.isMet = try condition() ?? false
        } catch {
          thrown = error
        }
        guard let pause = step.pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if part == .wait, !looks.isMet { try? action() }
        block(pause)
      }
    }

    func wait(_ duration: Duration, after attempt: Attempt) {
      step.emit(.wait(duration, after: attempt))
      let instant = step.now
      block(duration)
      step.waited(since: instant)
    }

    func inside(_ context: StepContext, _ body: () throws -> Void) {
      let surroundings = Surroundings(in: step.around, step: context)
      context.collect {
        Surroundings.$current.withValue(surroundings) {
          do { try body() } catch { step.threw(error) }
        }
      }
    }

    /// On Apple platforms the run loop goes on. The code that it runs does not belong to the attempt.
    func block(_ duration: Duration) {
      Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { step.world.timekeeper.block(duration) }
    }

    while true {
      switch step.next {
      case .runAttempt(let attempt), .recheckCondition(after: let attempt), .runResetSteps(after: let attempt):
        run(attempt)
      case .wait(let duration, after: let attempt): wait(duration, after: attempt)
      case .finish(let ending): return ending
      }
    }
  }
}
