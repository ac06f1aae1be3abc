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
      run.emit(.mainAction(attempt))
      let (thrown, cut) = await limited(by: run.limit()) {
        if run.step.isRepetition { try await resetSteps() }
        run.report.actionRuns += 1
        try await action()
      }
      if run.hasFailed(thrown, cutBy: cut) { return }
      await look(.successCondition(attempt), in: context, patience)
    }

    func look(_ part: RetryEvent.Kind, in context: StepContext, _ patience: Duration = .zero) async {
      _ = isolation
      run.emit(part)
      var looks = run.looks(for: patience)
      while true {
        context.lookBegins()
        let (thrown, cut) = await limited(by: run.limit(of: looks)) { looks.isMet = try await condition() ?? false }
        guard let pause = run.pause(after: &looks, thrown, cutBy: cut, in: context) else { return }
        // The action of a wait does not throw.
        if run.step.isWait, !looks.isMet { _ = await limited(by: run.limit(of: looks), action) }
        try? await run.world.timekeeper.sleep(pause)
      }
    }

    func reset(after attempt: Attempt) async {
      _ = isolation
      run.emit(.resetSteps(after: attempt))
      let (thrown, cut) = await limited(by: run.limit(), resetSteps)
      _ = run.hasFailed(thrown, cutBy: cut)
    }

    /// - Returns: The error that the closure threw, and the limit if that has cancelled it.
    func limited(
      by limit: TimeLimit?,
      _ closure: () async throws -> Void
    ) async -> (thrown: (any Error)?, cut: TimeLimit?) {
      var thrown: (any Error)?
      func body() async {
        _ = isolation
        do { try await closure() } catch { thrown = error }
      }
      guard let limit else {
        await body()
        return (thrown, nil)
      }
      let isOver = await limit.enforce(run.world.timekeeper, isolation, body)
      return (thrown, isOver ? limit : nil)
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
        await inside(context) { await perform(attempt, in: context) }
        run.attemptEnded(attempt, in: context)
      case .wait(let duration, after: let attempt):
        run.emit(.wait(duration, after: attempt))
        let instant = run.now
        try? await run.world.timekeeper.sleep(duration)
        run.waited(since: instant)
      case .recheckCondition(after: let attempt):
        let context = run.begin(attempt)
        await inside(context) { await look(.lateCheck(after: attempt), in: context) }
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

/// The nearest limit of a closure, which is cancelled when that is over.
struct TimeLimit: Sendable {
  let kind: StepPolicy.Limit
  /// The time that the closure has.
  let time: Duration
  let end: Duration
  /// The time from the start of the attempt, or of the wait for the condition, to the end.
  let whole: Duration

  /// Runs a closure in a task of its own, on the actor of the caller and with its task-local values.
  ///
  /// The caller waits for it to the end, so it is cancelled but never abandoned.
  ///
  /// - Returns: True if the limit was over before the closure ended.
  func enforce(
    _ timekeeper: Timekeeper,
    _ isolation: isolated (any Actor)?,
    _ body: () async -> Void
  ) async -> Bool {
    await withoutActuallyEscaping(body) { body in
      // Only the closure uses it while it runs: the caller waits for it, on the same actor.
      nonisolated(unsafe) let body = body
      let state = Locked<(isOver: Bool, closure: Task<Duration, Never>?)>((false, nil))
      timekeeper.later(time) {
        let closure = state.withLock { state in
          state.isOver = true
          return state.closure
        }
        closure?.cancel()
      }
      let closure = Task {
        _ = isolation
        await body()
        return timekeeper.now()
      }
      let isOver = state.withLock { state in
        state.closure = closure
        return state.isOver
      }
      if isOver { closure.cancel() }
      let instant = await withTaskCancellationHandler {
        await closure.value
      } onCancel: {
        closure.cancel()
      }
      // The timer goes on, and needs it no more.
      state.change { $0.closure = nil }
      return instant >= end
    }
  }
}
