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
      var repetitions = Repetitions(of: step)
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
    func perform(_ attempt: Attempt, in context: StepContext) async throws {
      _ = isolation
      let patience = run.step.policy.conditionTimeout
      if run.step.isWait { return await look(.waitBegins(limit: patience), in: context, patience) }
      if run.step.looksFirst, !run.engine.mustAct {
        await look(.firstLook(attempt), in: context)
        if !run.needsAction(attempt, in: context) { return }
      }
      run.emit(.mainAction(attempt))
      try await limited(by: run.limit()) {
        if run.step.isRepetition { try await resetSteps() }
        run.report.actionRuns += 1
        try await action()
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
          try await limited(by: run.limit(ofLooksSince: looks.start)) { looks.isMet = try await condition() ?? false }
        } catch {
          thrown = error
        }
        guard let pause = run.pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if run.step.isWait, !looks.isMet { try? await limited(by: run.limit(ofLooksSince: looks.start), action) }
        try? await run.world.timekeeper.sleep(pause)
      }
    }

    func reset(after attempt: Attempt) async throws {
      _ = isolation
      run.emit(.resetSteps(after: attempt))
      try await limited(by: run.limit(), resetSteps)
    }

    func limited(by limit: TimeLimit?, _ body: () async throws -> Void) async throws {
      guard let limit else { return try await body() }
      try await limit.enforce(run.world.timekeeper, isolation, body)
    }

    func inside(
      _ context: StepContext,
      limit: TimeLimit? = nil,
      _ body: () async throws -> Void
    ) async {
      let surroundings = Surroundings(in: run.around, step: context)
      func play() async {
        _ = isolation
        do {
          guard let limit else { return try await body() }
          try await limit.enforce(run.world.timekeeper, isolation, body)
        } catch {
          run.threw(error)
        }
      }
      await context.collect(isolation: isolation) {
        await Surroundings.$current.withValue(surroundings, operation: play, isolation: isolation)
      }
    }

    while true {
      switch run.next {
      case .runAttempt(let attempt):
        let context = run.attemptBegins(attempt)
        await inside(context, limit: run.limitOfAttempt) { try await perform(attempt, in: context) }
        run.attemptEnded(attempt, in: context)
      case .wait(let duration, after: let attempt):
        run.emit(.wait(duration, after: attempt))
        let instant = run.now
        try? await run.world.timekeeper.sleep(duration)
        run.waited(since: instant)
      case .recheckCondition(after: let attempt):
        let context = run.begin(attempt)
        await inside(context, limit: run.limitOfAttempt) { await look(.lateCheck(after: attempt), in: context) }
        run.conditionRechecked(after: attempt, in: context)
      case .runResetSteps(after: let attempt):
        let context = run.begin(attempt, isReset: true)
        await inside(context) { try await reset(after: attempt) }
        run.resetStepsEnded(in: context)
      case .finish(let ending):
        return ending
      }
    }
  }
}

/// A limit that cancels what runs when it is over; its closure then has thrown it.
struct TimeLimit: Error {
  let kind: StepPolicy.Limit
  /// The time that the closure has.
  let time: Duration
  let end: Duration

  init(_ kind: StepPolicy.Limit, _ time: Duration, from now: Duration) {
    (self.kind, self.time, end) = (kind, time, now + time)
  }

  /// Runs a closure in a task of its own, on the actor of the caller and with its task-local values.
  ///
  /// The caller waits for it to the end, so it is cancelled but never abandoned. What cancelling brings about is no
  /// answer of the application, but a skip stays a skip.
  func enforce(
    _ timekeeper: Timekeeper,
    _ isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async throws {
    let (result, isOver) = await withoutActuallyEscaping(body) { body in
      // Only the closure uses it while it runs: the caller waits for it, on the same actor.
      nonisolated(unsafe) let body = body
      let closure = Task {
        _ = isolation
        try await body()
      }
      let timer = Task {
        try await timekeeper.sleepUntil(end)
        closure.cancel()
      }
      let result = await withTaskCancellationHandler {
        await closure.result
      } onCancel: {
        closure.cancel()
      }
      timer.cancel()
      return (result, (try? await timer.value) != nil)
    }
    if case .failure(let error) = result, !isOver || error.isSkip { throw error }
    if isOver { throw self }
  }
}
