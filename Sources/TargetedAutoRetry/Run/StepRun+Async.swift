extension StepRun {
  /// Runs the step on the actor of the caller, to its end; the asynchronous twin of `StepRun+Sync.swift`.
  func run<Value, Failure: Error>(
    _ isolation: isolated (any Actor)?,
    _ action: () async throws(Failure) -> Value,
    _ condition: () async throws(Failure) -> Bool?,
    _ resetSteps: () async throws(Failure) -> Void
  ) async throws(Failure) {
    isAsynchronous = true
    func act() async throws {
      _ = isolation
      _ = try await action()
    }
    do {
      try finish(await play(isolation, act, condition, resetSteps))
      var repetitions = Repetitions(of: self)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, await repetition.play(isolation, act, condition, resetSteps))
      }
    } catch {
      throw Self.failure(error)
    }
  }

  private func play(
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool?,
    _ resetSteps: () async throws -> Void
  ) async -> StepEnding {
    func playParts(of attempt: Attempt) async {
      _ = isolation
      let context = begin(attempt)
      await inside(context) {
        _ = isolation
        var last: StepPart?
        while let part = part(after: last, in: context) {
          emit(.begins(part, attempt))
          try await perform(part, in: context)
          last = part
        }
      }
      ended(context)
    }

    func perform(_ part: StepPart, in context: StepContext) async throws {
      _ = isolation
      switch part {
      case .action:
        try await limited(by: limit()) {
          _ = isolation
          if step.isRepetition { try await resetSteps() }
          report.actionRuns += 1
          try await action()
        }
      case .resetSteps: try await limited(by: limit(), resetSteps)
      case .wait, .firstLook, .condition, .lateCheck: await look(in: context, part)
      }
    }

    func look(in context: StepContext, _ part: StepPart) async {
      _ = isolation
      var looks = looks(for: patience(in: part))
      while true {
        context.lookBegins()
        var thrown: (any Error)?
        do {
          try await limited(by: limit(ofLooksSince: looks.start)) { looks.isMet = try await condition() ?? false }
        } catch {
          thrown = error
        }
        guard let pause = pause(after: &looks, thrown, in: context) else { return }
        // The action of a wait does not throw.
        if part == .wait, !looks.isMet { try? await limited(by: limit(ofLooksSince: looks.start), action) }
        try? await world.timekeeper.sleep(pause)
      }
    }

    func wait(_ duration: Duration, after attempt: Attempt) async {
      _ = isolation
      emit(.wait(duration, after: attempt))
      let instant = now
      try? await world.timekeeper.sleep(duration)
      waited(since: instant)
    }

    func inside(_ context: StepContext, _ body: () async throws -> Void) async {
      let (surroundings, limit) = (Surroundings(in: around, step: context), limitOfAttempt)
      func caught() async {
        _ = isolation
        do { try await limited(by: limit, body) } catch { threw(error) }
      }
      await context.collect(isolation: isolation) {
        await Surroundings.$current.withValue(surroundings, operation: caught, isolation: isolation)
      }
    }

    func limited(by limit: TimeLimit?, _ body: () async throws -> Void) async throws {
      _ = isolation
      guard let limit else { return try await body() }
      try await limit.enforce(world.timekeeper, isolation, body)
    }

    while true {
      switch next {
      case .runAttempt(let attempt), .recheckCondition(after: let attempt), .runResetSteps(after: let attempt):
        await playParts(of: attempt)
      case .wait(let duration, after: let attempt): await wait(duration, after: attempt)
      case .finish(let ending): return ending
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
