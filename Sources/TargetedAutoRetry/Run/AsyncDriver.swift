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
      if run.step.looksFirst {
        await look(.firstLook(attempt), in: context)
        if !run.needsAction(attempt, in: context) { return }
      }
      do {
        let cut = try await limited(by: run.limit()) {
          if run.step.isRepetition { try await resetSteps() }
          run.report.actionRuns += 1
          run.emit(.mainAction(attempt))
          try await action()
        }
        if let cut { return run.timedOut(by: cut) }
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
          let limit = run.limit(ofLooksSince: looks.start)
          let cut = try await limited(by: limit) { looks.isMet = try await condition() ?? false }
          if let cut { return run.timedOut(by: cut, after: looks) }
        } catch {
          thrown = error
        }
        guard let pause = run.pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if run.step.isWait, !looks.isMet { _ = try? await limited(by: run.limit(ofLooksSince: looks.start), action) }
        try? await run.world.timekeeper.sleep(pause)
      }
    }

    func reset(after attempt: Attempt) async {
      _ = isolation
      do {
        run.emit(.resetSteps(after: attempt))
        if let cut = try await limited(by: run.limit(), resetSteps) { run.timedOut(by: cut) }
      } catch {
        run.threw(error)
      }
    }

    /// - Returns: The limit if it has cancelled the closure, whatever that then threw; a skip stays a skip.
    func limited(by limit: TimeLimit?, _ closure: () async throws -> Void) async throws -> TimeLimit? {
      _ = isolation
      guard let limit else {
        try await closure()
        return nil
      }
      var thrown: (any Error)?
      let isOver = await limit.enforce(run.world.timekeeper, isolation) {
        do { try await closure() } catch { thrown = error }
      }
      if let thrown, !isOver || StopError.isSkip(thrown) { throw thrown }
      return isOver ? limit : nil
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

extension TimeLimit {
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
      let (isOver, running) = (Once(), Locked<Task<Duration, Never>?>(nil))
      timekeeper.later(time) { if !isOver.claim() { running.withLock { $0 }?.cancel() } }
      let closure = Task {
        _ = isolation
        await body()
        return timekeeper.now()
      }
      running.withLock { $0 = closure }
      // The timer was first.
      if !isOver.claim() { closure.cancel() }
      let instant = await withTaskCancellationHandler {
        await closure.value
      } onCancel: {
        closure.cancel()
      }
      // The timer goes on, and needs it no more.
      running.change { $0 = nil }
      return instant >= end
    }
  }
}
