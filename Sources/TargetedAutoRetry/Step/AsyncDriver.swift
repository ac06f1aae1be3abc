/// Runs the actions of the engine on the actor of the caller; the asynchronous twin of ``SyncDriver``.
enum AsyncDriver {
  static func drive<Failure: Error>(
    _ start: StepStart,
    isolation: isolated (any Actor)?,
    action: () async throws(Failure) -> Void,
    condition: () async throws(Failure) -> Bool,
    resetSteps: () async throws(Failure) -> Void,
    rejectedValue: () -> String? = { nil }
  ) async throws(Failure) -> StepReport? {
    do {
      guard let run = await begin(start, isolation, action, condition, rejectedValue) else { return nil }
      while run.next.goesOn { await advance(run, isolation, action, condition, resetSteps, rejectedValue) }
      let report = try run.finish(isCancelled: Task.isCancelled)
      if let count = run.burnIns(after: report) {
        try await burnIn(run, count, isolation, action, condition, resetSteps, rejectedValue)
      }
      return report
    } catch {
      // Only the closures throw. A function of its own would put the error into another box.
      throw (error as? Failure).made(by: "The closure")
    }
  }

  private static func burnIn(
    _ run: StepRun,
    _ count: Int,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool,
    _ resetSteps: () async throws -> Void,
    _ rejectedValue: () -> String?
  ) async throws {
    var sum = BurnInReport(of: count)
    defer { run.burnedIn(sum) }
    for number in 1...count {
      do {
        let report = try await drive(
          run.burnIn(number, of: count),
          isolation: isolation,
          action: {
            _ = isolation
            try await resetSteps()
            try await action()
          },
          condition: condition,
          resetSteps: {},
          rejectedValue: rejectedValue
        )
        if !sum.add(report) { break }
      } catch {
        sum.end(by: error)
        throw error
      }
    }
  }

  private static func begin(
    _ start: StepStart,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool,
    _ rejectedValue: () -> String?
  ) async -> StepRun? {
    guard let attempt = start.quietAttempt else { return StepRun(start) }
    let place = start.place(of: attempt)
    let end = await inside(place, start, isolation) {
      await perform(attempt, of: start, nil, in: place, isolation, action, condition)
    }
    if start.hasPassed(end, in: place) { return nil }
    let run = StepRun(start)
    run.actionBegins()
    run.attemptEnded(attempt, end, in: place, since: start.instant, isCancelled: Task.isCancelled, rejectedValue)
    return run
  }

  private static func advance(
    _ run: StepRun,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool,
    _ resetSteps: () async throws -> Void,
    _ rejectedValue: () -> String?
  ) async {
    let start = run.start
    switch run.next {
    case .runAttempt(let attempt):
      let instant = run.attemptBegins()
      let place = start.place(of: attempt)
      let end = await inside(place, start, isolation) {
        await limited(attempt, of: run, isolation) {
          await perform(attempt, of: start, run, in: place, isolation, action, condition)
        }
      }
      run.attemptEnded(attempt, end, in: place, since: instant, isCancelled: Task.isCancelled, rejectedValue)
    case .wait(let duration, after: let attempt):
      run.emit(.wait(duration, after: attempt))
      let instant = start.now
      try? await start.world.timekeeper.sleep(duration)
      run.waited(since: instant, isCancelled: Task.isCancelled)
    case .recheckCondition(after: let attempt):
      let place = start.place(of: attempt)
      let end = await inside(place, start, isolation) {
        await limited(attempt, of: run, isolation) {
          await look(at: condition, of: start, run, in: place, isolation, .lateCheck(after: attempt))
        }
      }
      run.conditionRechecked(end, in: place, isCancelled: Task.isCancelled)
    case .runResetSteps(after: let attempt):
      let place = start.place(of: attempt, isReset: true)
      let end = await inside(place, start, isolation) {
        await reset(after: attempt, of: run, isolation, resetSteps)
      }
      run.resetStepsEnded(end, in: place, isCancelled: Task.isCancelled)
    case .finish:
      break
    }
  }

  private static func perform(
    _ attempt: Attempt,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool
  ) async -> AttemptEnd {
    let patience = start.policy.conditionTimeout
    if start.call.kind == .wait {
      let part = RetryEvent.Kind.waitBegins(limit: patience)
      return await look(
        at: condition,
        of: start,
        run,
        in: place,
        isolation,
        part,
        patience: patience,
        meanwhile: action
      )
    }
    if let run, start.looksFirst {
      let end = await look(at: condition, of: start, run, in: place, isolation, .firstLook(attempt))
      let isTimedOut = Task.isCancelled && start.policy.attemptTimeLimit != nil
      if let end = run.endOfAttempt(attempt, after: end, place, isTimedOut: isTimedOut) { return end }
    }
    do {
      run?.actionBegins()
      run?.emit(.mainAction(attempt))
      try await action()
    } catch {
      return AttemptEnd(error, under: start.policy)
    }
    let part = RetryEvent.Kind.successCondition(attempt)
    return await look(at: condition, of: start, run, in: place, isolation, part, patience: patience)
  }

  private static func look(
    at condition: () async throws -> Bool,
    of start: StepStart,
    _ run: StepRun?,
    in place: AttemptPlace,
    _ isolation: isolated (any Actor)?,
    _ part: @autoclosure () -> RetryEvent.Kind,
    patience: Duration = .zero,
    meanwhile action: () async throws -> Void = {}
  ) async -> AttemptEnd {
    var looks = ConditionLooks(start: start.now, patience: patience, deadline: run?.engine.deadline)
    var lastError: (any Error)?
    run?.emit(part())
    while true {
      var (isMet, threw) = (false, false)
      do {
        isMet = try await condition()
      } catch {
        if start.policy.isStop(error) { return .stopped(error) }
        (threw, lastError) = (true, error)
      }
      if isMet, start.policy.stableFor == .zero { return .succeeded(since: looks.start) }
      let isCut = Task.isCancelled || place.hasFailed
      switch start.policy.conditionEvaluated(isMet, threw: threw, &looks, isCut: isCut, at: start.now) {
      case .waitAndEvaluate(let pause):
        // The action of a wait does not throw.
        if !isMet { try? await action() }
        try? await start.world.timekeeper.sleep(pause)
      case .endAttempt(let isMet):
        return isMet ? .succeeded(since: looks.start) : .conditionNotMet(looks, lastError)
      }
    }
  }

  /// Runs an attempt or its late check under the time limit for attempts.
  private static func limited(
    _ attempt: Attempt,
    of run: StepRun,
    _ isolation: isolated (any Actor)?,
    _ body: () async -> AttemptEnd
  ) async -> AttemptEnd {
    // A wait has no attempts, and a limit of its own.
    guard !run.step.isWait, let limit = run.step.policy.attemptTimeLimit else { return await body() }
    let (world, event) = (run.start.world, run.event(.attemptIsOverdue(attempt, after: limit)))
    let (end, isTimedOut) = await AttemptTimeLimit.enforce(
      limit,
      timekeeper: world.timekeeper,
      isolation: isolation,
      isOverdue: { world.emit(event) },
      body
    )
    return isTimedOut ? end.cancelled(after: limit) : end
  }

  private static func reset(
    after attempt: Attempt,
    of run: StepRun,
    _ isolation: isolated (any Actor)?,
    _ resetSteps: () async throws -> Void
  ) async -> AttemptEnd {
    do {
      run.emit(.resetSteps(after: attempt))
      try await resetSteps()
      return .succeeded(since: .zero)
    } catch {
      return AttemptEnd(error, under: run.step.policy)
    }
  }

  private static func inside(
    _ place: AttemptPlace,
    _ start: StepStart,
    _ isolation: isolated (any Actor)?,
    _ body: () async -> AttemptEnd
  ) async -> AttemptEnd {
    guard let issues = place.issues, issues.ledger.framework == .swiftTesting else {
      return await Surroundings.$current.withValue(place.surroundings, operation: body)
    }
    return await issues.collect(isolation: isolation) {
      await Surroundings.$current.withValue(place.surroundings, operation: body)
    }
  }
}
