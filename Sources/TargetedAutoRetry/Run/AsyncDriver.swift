/// Runs the actions of the engine on the actor of the caller; the asynchronous twin of ``SyncDriver``.
enum AsyncDriver {
  static func drive<Value, Failure: Error>(
    _ step: StepRun,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws(Failure) -> Value,
    _ condition: () async throws(Failure) -> Bool?,
    _ resetSteps: () async throws(Failure) -> Void
  ) async throws(Failure) {
    step.isAsynchronous = true
    func act() async throws {
      _ = isolation
      _ = try await action()
    }
    do {
      try step.finish(await play(step, isolation, act, condition, resetSteps))
      let repetitions = Repetitions(of: step)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, await play(repetition, isolation, act, condition, resetSteps))
      }
    } catch {
      throw SyncDriver.failure(error)
    }
  }

  private static func play(
    _ run: StepRun,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool?,
    _ resetSteps: () async throws -> Void
  ) async -> StepEnding {
    func perform(_ attempt: Attempt, in context: StepContext) async {
      _ = isolation
      let patience = run.step.policy.conditionTimeout
      if run.step.isWait { return await look(.waitBegins(limit: patience), in: context, patience) }
      if run.step.looksFirst, !run.engine.mustAct {
        await look(.firstLook(attempt), in: context)
        if !run.needsAction(attempt, in: context) { return }
      }
      do {
        run.emit(.mainAction(attempt))
        if run.step.isRepetition { try await resetSteps() }
        run.report.actionRuns += 1
        try await action()
      } catch {
        return run.threw(error)
      }
      await look(.successCondition(attempt), in: context, patience)
    }

    func look(_ part: RetryEvent.Kind, in context: StepContext, _ patience: Duration = .zero) async {
      _ = isolation
      run.emit(part)
      var looks = run.looks(for: patience)
      while true {
        context.lookBegins()
        var thrown: (any Error)?
        do {
          looks.isMet = try await condition() ?? false
        } catch {
          thrown = error
        }
        guard let pause = run.pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if run.step.isWait, !looks.isMet { try? await action() }
        try? await run.world.timekeeper.sleep(pause)
      }
    }

    func reset(after attempt: Attempt) async {
      _ = isolation
      do {
        run.emit(.resetSteps(after: attempt))
        try await resetSteps()
      } catch {
        run.threw(error)
      }
    }

    func limited(_ body: () async -> Void) async {
      // A wait has no attempts, and a limit of its own.
      guard !run.step.isWait, let limit = run.step.policy.attemptTimeLimit else { return await body() }
      let isOver = await AttemptTimeLimit.enforce(limit, run.world.timekeeper, isolation: isolation, body)
      if isOver { run.timedOut(after: limit) }
    }

    func inside(_ context: StepContext, _ body: () async -> Void) async {
      let surroundings = Surroundings(in: run.around, step: context)
      await context.collect(isolation: isolation) {
        await Surroundings.$current.withValue(surroundings, operation: body, isolation: isolation)
      }
    }

    while true {
      switch run.next {
      case .runAttempt(let attempt):
        let context = run.attemptBegins(attempt)
        await inside(context) { await limited { await perform(attempt, in: context) } }
        run.attemptEnded(attempt, in: context)
      case .wait(let duration, after: let attempt):
        run.emit(.wait(duration, after: attempt))
        let instant = run.now
        try? await run.world.timekeeper.sleep(duration)
        run.waited(since: instant)
      case .recheckCondition(after: let attempt):
        let context = run.begin(attempt)
        await inside(context) { await limited { await look(.lateCheck(after: attempt), in: context) } }
        run.conditionRechecked(after: attempt, in: context)
      case .runResetSteps(after: let attempt):
        let context = run.begin(attempt, isReset: true)
        await inside(context) { await reset(after: attempt) }
        run.resetStepsEnded(in: context)
      case .finish(let ending):
        return ending
      }
    }
  }
}

/// Cancels an attempt that takes too long.
///
/// The attempt runs in a task of its own, on the actor of the caller and with its task-local values. The caller waits
/// for it to the end, so it is cancelled but never abandoned.
enum AttemptTimeLimit {
  /// - Returns: True if the time was over before the attempt.
  static func enforce(
    _ limit: Duration,
    _ timekeeper: Timekeeper,
    isolation: isolated (any Actor)?,
    _ body: () async -> Void
  ) async -> Bool {
    let isOver = Once()
    return await withoutActuallyEscaping(body) { body in
      // Only the attempt uses it while it runs: the caller waits for it, on the same actor.
      nonisolated(unsafe) let body = body
      let attempt = Task {
        _ = isolation
        await body()
        _ = isOver.claim()
      }
      let timer = Task {
        guard (try? await timekeeper.sleep(limit)) != nil, isOver.claim() else { return false }
        attempt.cancel()
        return true
      }
      await withTaskCancellationHandler {
        await attempt.value
      } onCancel: {
        attempt.cancel()
      }
      timer.cancel()
      return await timer.value
    }
  }
}
