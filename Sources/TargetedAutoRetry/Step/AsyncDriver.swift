/// Does what the engine says, on the actor of the caller; the asynchronous twin of ``SyncDriver``.
enum AsyncDriver {
  static func drive<Value, Failure: Error>(
    _ start: StepStart,
    isolation: isolated (any Actor)?,
    operation: () async throws(Failure) -> Value,
    isSuccess: nonisolated(nonsending) (Value) async throws(Failure) -> Bool?,
    resetSteps: () async throws(Failure) -> Void
  ) async throws(Failure) -> StepResult<Value> {
    var last: AttemptEnd<Value, Failure>?
    if start.isQuiet, case .runAttempt(let attempt) = start.begin() {
      let end = await Surroundings.$current.withValue(start.surroundings) {
        await perform(attempt, of: start, isolation: isolation, operation: operation, isSuccess: isSuccess)
      }
      if let stepEnd = start.end(after: end) { return StepResult(end: stepEnd, value: end.value) }
      last = end
    }
    let run = StepRun(start)
    if let last, case .runAttempt(let attempt) = run.next {
      run.attemptEnded(attempt, last, issues: nil, since: start.instant, isCancelled: Task.isCancelled)
    }
    while true {
      switch run.next {
      case .runAttempt(let attempt):
        // What the attempt before returned is let go of, so that the way back and the next attempt find it released.
        last = nil
        let start = run.attemptBegins()
        let (end, issues) = await withholding(attempt, of: run, isolation: isolation) {
          await limited(attempt, of: run, isolation: isolation) {
            await perform(attempt, of: run, isolation: isolation, operation: operation, isSuccess: isSuccess)
          }
        }
        last = end
        run.attemptEnded(attempt, end, issues: issues, since: start, isCancelled: Task.isCancelled)
      case .wait(let duration, after: let attempt):
        run.tell(.wait(duration, after: attempt))
        try? await run.timekeeper.sleep(duration)
        run.waited(isCancelled: Task.isCancelled)
      case .recheckCondition(after: let attempt):
        guard let value = last?.value else {
          run.conditionRechecked(last, issues: nil, isCancelled: Task.isCancelled)
          continue
        }
        let (end, issues) = await withholding(attempt, of: run, isolation: isolation) {
          await limited(attempt, of: run, isolation: isolation) {
            await recheck(value, after: attempt, of: run, isolation: isolation, isSuccess: isSuccess)
          }
        }
        last = end
        run.conditionRechecked(end, issues: issues, isCancelled: Task.isCancelled)
      case .runResetSteps(after: let attempt):
        last = nil
        let error = await Surroundings.$current.withValue(run.surroundings(of: attempt)) {
          await reset(after: attempt, of: run, isolation: isolation, resetSteps)
        }
        last = error.map(AttemptEnd.threw)
        run.resetStepsEnded(threw: error != nil, isCancelled: Task.isCancelled)
      case .finish:
        let report = try run.finish(error: last?.error)
        return StepResult(end: report.end, value: last?.value, report: report)
      }
    }
  }

  private static func perform<Value, Failure: Error>(
    _ attempt: Attempt,
    of run: some AttemptRunner,
    isolation: isolated (any Actor)?,
    operation: () async throws(Failure) -> Value,
    isSuccess: nonisolated(nonsending) (Value) async throws(Failure) -> Bool?
  ) async -> AttemptEnd<Value, Failure> {
    do throws(Failure) {
      run.tell(.mainAction(attempt))
      let value = try await operation()
      var looks = ConditionLooks(start: run.timekeeper.now())
      run.tell(.successCondition(attempt))
      while true {
        let isMet = try await isSuccess(value) == true
        switch run.conditionEvaluated(isMet, &looks, isCut: Task.isCancelled) {
        case .waitAndEvaluate(let pause): try? await run.timekeeper.sleep(pause)
        case .endAttempt(let isMet): return AttemptEnd(value, isMet: isMet, looks)
        }
      }
    } catch {
      return .threw(error)
    }
  }

  private static func recheck<Value, Failure: Error>(
    _ value: Value,
    after attempt: Attempt,
    of run: StepRun,
    isolation: isolated (any Actor)?,
    isSuccess: nonisolated(nonsending) (Value) async throws(Failure) -> Bool?
  ) async -> AttemptEnd<Value, Failure> {
    do throws(Failure) {
      run.tell(.lateCheck(after: attempt))
      var looks = ConditionLooks(start: run.now)
      while true {
        let isMet = try await isSuccess(value) == true
        switch run.conditionRechecked(isMet, &looks, isCut: Task.isCancelled) {
        case .waitAndEvaluate(let pause): try? await run.timekeeper.sleep(pause)
        case .endAttempt(let isMet): return AttemptEnd(value, isMet: isMet, looks)
        }
      }
    } catch {
      return .threw(error)
    }
  }

  /// Runs an attempt, or its late check, with as much time as it may take.
  private static func limited<Value, Failure: Error>(
    _ attempt: Attempt,
    of run: StepRun,
    isolation: isolated (any Actor)?,
    _ body: () async -> AttemptEnd<Value, Failure>
  ) async -> AttemptEnd<Value, Failure> {
    guard let limit = run.step.policy.attemptTimeLimit else { return await body() }
    let (environment, event) = (run.environment, run.event(.attemptIsOverdue(attempt, after: limit)))
    let (end, isTimedOut) = await AttemptTimeLimit.enforce(
      limit,
      timekeeper: run.timekeeper,
      isolation: isolation,
      isOverdue: { environment.tell(event) },
      body
    )
    return isTimedOut ? end.cancelled(after: limit) : end
  }

  private static func reset<Failure: Error>(
    after attempt: Attempt,
    of run: StepRun,
    isolation: isolated (any Actor)?,
    _ resetSteps: () async throws(Failure) -> Void
  ) async -> Failure? {
    do throws(Failure) {
      run.tell(.resetSteps(after: attempt))
      try await resetSteps()
      return nil
    } catch {
      return error
    }
  }

  private static func withholding<End>(
    _ attempt: Attempt,
    of run: StepRun,
    isolation: isolated (any Actor)?,
    _ body: () async -> End
  ) async -> (End, AttemptIssues?) {
    let issues = run.newIssues(of: attempt)
    let surroundings = run.surroundings(of: attempt, issues: issues)
    guard let issues, run.issues.needsKnownIssues else {
      return (await Surroundings.$current.withValue(surroundings, operation: body), issues)
    }
    let end = await issues.collect(isolation: isolation) {
      await Surroundings.$current.withValue(surroundings, operation: body)
    }
    return (end, issues)
  }
}
