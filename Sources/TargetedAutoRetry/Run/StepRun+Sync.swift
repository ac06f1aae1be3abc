extension StepRun {
  /// Runs the step on the calling thread, to its end; the synchronous twin of `StepRun+Async.swift`.
  func run<Value, Failure: Error>(
    _ action: () throws(Failure) -> Value,
    _ condition: () throws(Failure) -> Bool?,
    _ resetSteps: () throws(Failure) -> Void
  ) throws(Failure) {
    if step.policy.attemptTimeLimit != nil, !step.isWait { hint(.attemptTimeLimitHasNoEffect) }
    do {
      try finish(play({ _ = try action() }, condition, resetSteps))
      var repetitions = Repetitions(of: self)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, repetition.play({ _ = try action() }, condition, resetSteps))
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// The error of a closure: nothing else throws.
  static func failure<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else { fatalError("\(error) is not of the closures.") }
    return failure
  }

  /// Each part is a function of its own: nested steps need less of the stack if the loop is small.
  private func play(
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> StepEnding {
    func playParts(of attempt: Attempt) {
      let context = begin(attempt)
      inside(context) {
        var last: StepPart?
        while let part = part(after: last, in: context) {
          try show(.begins(part, attempt)) { try perform(part, in: context) }
          last = part
        }
      }
      ended(context)
    }

    func perform(_ part: StepPart, in context: StepContext) throws {
      switch part {
      case .action:
        if step.isRepetition { try resetSteps() }
        if let isReady = precondition {
          look(at: isReady, in: context, part)
          if !end.isMet { return }
        }
        report.actionRuns += 1
        try action()
      case .resetSteps: try resetSteps()
      case .wait, .firstLook, .condition, .lateCheck: look(at: condition, in: context, part)
      }
    }

    func look(at condition: () throws -> Bool?, in context: StepContext, _ part: StepPart) {
      var looks = looks(for: patience(in: part))
      while true {
        context.lookBegins()
        var thrown: (any Error)?
        do {
          looks.isMet = try condition() ?? false
        } catch {
          thrown = error
        }
        guard let pause = pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if part == .wait, !looks.isMet { try? action() }
        block(pause)
      }
    }

    func wait(_ duration: Duration, after attempt: Attempt) {
      emit(.wait(duration, after: attempt))
      let instant = now
      block(duration)
      waited(since: instant)
    }

    func inside(_ context: StepContext, _ body: () throws -> Void) {
      let surroundings = Surroundings(in: around, step: context)
      context.collect {
        Surroundings.$current.withValue(surroundings) {
          do { try body() } catch { threw(error) }
        }
      }
    }

    /// On Apple platforms the run loop goes on. The code that it runs does not belong to the attempt.
    func block(_ duration: Duration) {
      Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { world.timekeeper.block(duration) }
    }

    while true {
      switch next {
      case .runAttempt(let attempt), .recheckCondition(after: let attempt), .runResetSteps(after: let attempt):
        playParts(of: attempt)
      case .wait(let duration, after: let attempt): wait(duration, after: attempt)
      case .finish(let ending): return ending
      }
    }
  }
}
