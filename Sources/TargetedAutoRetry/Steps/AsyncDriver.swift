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
    var next = start.begin()
    var run: StepRun
    if start.isQuiet, case .runAttempt(let attempt) = next {
      let end = await Surroundings.$current.withValue(start.surroundings) {
        await perform(attempt, of: start, isolation: isolation, operation: operation, isSuccess: isSuccess)
      }
      if let stepEnd = start.end(after: end) { return StepResult(end: stepEnd, value: end.value) }
      run = StepRun(start, beginningWith: next)
      last = end
      next = run.attemptEnded(attempt, end, issues: nil, since: start.instant, isCancelled: Task.isCancelled)
    } else {
      run = StepRun(start, beginningWith: next)
    }
    while true {
      switch next {
      case .runAttempt(let attempt):
        // What the attempt before returned is let go of, so that the way back and the next attempt find it released.
        last = nil
        let start = run.attemptBegins()
        let (end, issues) = await withholding(attempt, of: run, isolation: isolation) {
          await perform(attempt, of: run, isolation: isolation, operation: operation, isSuccess: isSuccess)
        }
        last = end
        next = run.attemptEnded(attempt, end, issues: issues, since: start, isCancelled: Task.isCancelled)
      case .wait(let duration, after: let attempt):
        run.tell(.wait(duration, after: attempt))
        try? await run.timekeeper.sleep(duration)
        next = run.waited(isCancelled: Task.isCancelled)
      case .recheckCondition(after: let attempt):
        let value = last?.value
        let (end, issues) = await withholding(attempt, of: run, isolation: isolation) {
          await recheck(value, after: attempt, of: run, isolation: isolation, isSuccess: isSuccess)
        }
        last = end
        next = run.conditionRechecked(end, issues: issues)
      case .runResetSteps(after: let attempt):
        last = nil
        let error = await Surroundings.$current.withValue(run.surroundings(of: attempt)) {
          await reset(after: attempt, of: run, isolation: isolation, resetSteps)
        }
        last = error.map(AttemptEnd.threw)
        next = run.resetStepsEnded(threw: error != nil)
      case .finish(let end):
        let report = try run.finish(end, error: last?.error)
        return StepResult(end: end, value: last?.value, report: report)
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
      let start = run.timekeeper.now()
      run.tell(.successCondition(attempt))
      while true {
        let isMet = try await isSuccess(value) == true
        switch Task.isCancelled ? .endAttempt : run.conditionEvaluated(isMet, since: start) {
        case .waitAndEvaluate(let pause): try? await run.timekeeper.sleep(pause)
        case .endAttempt: return isMet ? .succeeded(value, since: start) : .conditionNotMet(value, since: start)
        }
      }
    } catch {
      return .threw(error)
    }
  }

  private static func recheck<Value, Failure: Error>(
    _ value: Value?,
    after attempt: Attempt,
    of run: StepRun,
    isolation: isolated (any Actor)?,
    isSuccess: nonisolated(nonsending) (Value) async throws(Failure) -> Bool?
  ) async -> AttemptEnd<Value, Failure>? {
    guard let value else { return nil }
    do throws(Failure) {
      run.tell(.lateCheck(after: attempt))
      return try await isSuccess(value) == true
        ? .succeeded(value, since: run.now) : .conditionNotMet(value, since: run.now)
    } catch {
      return .threw(error)
    }
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
    let issues = run.newIssues(of: attempt, isSynchronous: false)
    let end = await run.issues.scope.collect(into: issues, isolation: isolation) {
      await Surroundings.$current.withValue(run.surroundings(of: attempt, issues: issues), operation: body)
    }
    return (end, issues)
  }
}
