/// Does what the engine says, on the calling thread.
enum SyncDriver {
  static func drive<Value, Failure: Error>(
    _ start: StepStart,
    operation: () throws(Failure) -> Value,
    isSuccess: (Value) throws(Failure) -> Bool?,
    resetSteps: () throws(Failure) -> Void
  ) throws(Failure) -> StepResult<Value> {
    var last: AttemptEnd<Value, Failure>?
    var next = start.begin()
    let run: StepRun
    if start.isQuiet, case .runAttempt(let attempt) = next {
      let end = Surroundings.$current.withValue(start.surroundings) {
        perform(attempt, of: start, operation: operation, isSuccess: isSuccess)
      }
      if let stepEnd = start.end(after: end) { return StepResult(end: stepEnd, value: end.value) }
      run = StepRun(start, beginningWith: next)
      last = end
      next = run.attemptEnded(attempt, end, issues: nil, since: start.instant)
    } else {
      run = StepRun(start, beginningWith: next)
      run.tellThatAttemptsAreNotInterrupted()
    }
    while true {
      switch next {
      case .runAttempt(let attempt):
        // What the attempt before returned is let go of, so that the way back and the next attempt find it released.
        last = nil
        let start = run.attemptBegins()
        let (end, issues) = withholding(attempt, of: run) {
          perform(attempt, of: run, operation: operation, isSuccess: isSuccess)
        }
        last = end
        next = run.attemptEnded(attempt, end, issues: issues, since: start)
      case .wait(let duration, after: let attempt):
        run.tell(.wait(duration, after: attempt))
        run.block(duration)
        next = run.waited()
      case .recheckCondition(after: let attempt):
        guard let value = last?.value else {
          next = run.conditionRechecked(last, issues: nil)
          continue
        }
        let (end, issues) = withholding(attempt, of: run) {
          recheck(value, after: attempt, of: run, isSuccess: isSuccess)
        }
        last = end
        next = run.conditionRechecked(end, issues: issues)
      case .runResetSteps(after: let attempt):
        last = nil
        let error = Surroundings.$current.withValue(run.surroundings(of: attempt)) {
          reset(after: attempt, of: run, resetSteps)
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
    operation: () throws(Failure) -> Value,
    isSuccess: (Value) throws(Failure) -> Bool?
  ) -> AttemptEnd<Value, Failure> {
    do throws(Failure) {
      let value = try run.perform(.mainAction(attempt), operation)
      var looks = ConditionLooks(start: run.timekeeper.now())
      return try run.perform(.successCondition(attempt)) { () throws(Failure) in
        while true {
          let isMet = try isSuccess(value) == true
          switch run.conditionEvaluated(isMet, &looks, isCut: false) {
          case .waitAndEvaluate(let pause): run.block(pause)
          case .endAttempt(let isMet): return AttemptEnd(value, isMet: isMet, looks)
          }
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
    isSuccess: (Value) throws(Failure) -> Bool?
  ) -> AttemptEnd<Value, Failure> {
    do throws(Failure) {
      var looks = ConditionLooks(start: run.now)
      return try run.perform(.lateCheck(after: attempt)) { () throws(Failure) in
        while true {
          let isMet = try isSuccess(value) == true
          switch run.conditionRechecked(isMet, &looks, isCut: false) {
          case .waitAndEvaluate(let pause): run.block(pause)
          case .endAttempt(let isMet): return AttemptEnd(value, isMet: isMet, looks)
          }
        }
      }
    } catch {
      return .threw(error)
    }
  }

  private static func reset<Failure: Error>(
    after attempt: Attempt,
    of run: StepRun,
    _ resetSteps: () throws(Failure) -> Void
  ) -> Failure? {
    do throws(Failure) {
      try run.perform(.resetSteps(after: attempt), resetSteps)
      return nil
    } catch {
      return error
    }
  }

  private static func withholding<End>(
    _ attempt: Attempt,
    of run: StepRun,
    _ body: () -> End
  ) -> (End, AttemptIssues?) {
    let issues = run.newIssues(of: attempt)
    let end = run.issues.scope.collect(into: issues) {
      Surroundings.$current.withValue(run.surroundings(of: attempt, issues: issues), operation: body)
    }
    return (end, issues)
  }
}
