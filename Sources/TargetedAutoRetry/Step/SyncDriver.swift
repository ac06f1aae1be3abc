/// Does what the engine says, on the calling thread.
enum SyncDriver {
  static func drive<Value, Failure: Error>(
    _ start: StepStart,
    operation: () throws(Failure) -> Value,
    isSuccess: (Value) throws(Failure) -> Bool?,
    resetSteps: () throws(Failure) -> Void
  ) throws(Failure) -> StepResult<Value> {
    // Each part is a function of its own: a nest of steps needs less of the stack where this one is small.
    var last: AttemptEnd<Value, Failure>?
    if let end = tryOnce(start, operation: operation, isSuccess: isSuccess, &last) {
      return StepResult(end: end, value: last?.value)
    }
    let run = begin(start, after: last)
    while true {
      switch run.next {
      case .runAttempt(let attempt): runAttempt(attempt, of: run, operation: operation, isSuccess: isSuccess, &last)
      case .wait(let duration, after: let attempt): wait(duration, after: attempt, of: run)
      case .recheckCondition(after: let attempt): recheckCondition(after: attempt, of: run, isSuccess: isSuccess, &last)
      case .runResetSteps(after: let attempt): runResetSteps(after: attempt, of: run, resetSteps, &last)
      case .finish: return try finish(run, last)
      }
    }
  }

  /// The end of a step whose first attempt passes, and to which nobody listens; otherwise nil.
  private static func tryOnce<Value, Failure: Error>(
    _ start: StepStart,
    operation: () throws(Failure) -> Value,
    isSuccess: (Value) throws(Failure) -> Bool?,
    _ last: inout AttemptEnd<Value, Failure>?
  ) -> StepEnd? {
    guard start.isQuiet, case .runAttempt(let attempt) = start.begin() else { return nil }
    let end = Surroundings.$current.withValue(start.surroundings) {
      perform(attempt, of: start, operation: operation, isSuccess: isSuccess)
    }
    last = end
    return start.end(after: end)
  }

  /// The run of a step that goes on after its first attempt, or begins with it.
  private static func begin<Value, Failure>(_ start: StepStart, after end: AttemptEnd<Value, Failure>?) -> StepRun {
    let run = StepRun(start)
    if let end, case .runAttempt(let attempt) = run.next {
      run.attemptEnded(attempt, end, issues: nil, since: start.instant)
    } else {
      run.tellThatAttemptsAreNotInterrupted()
    }
    return run
  }

  private static func runAttempt<Value, Failure: Error>(
    _ attempt: Attempt,
    of run: StepRun,
    operation: () throws(Failure) -> Value,
    isSuccess: (Value) throws(Failure) -> Bool?,
    _ last: inout AttemptEnd<Value, Failure>?
  ) {
    // What the attempt before returned is let go of, so that the way back and the next attempt find it released.
    last = nil
    let start = run.attemptBegins()
    let (end, issues) = withholding(attempt, of: run) {
      perform(attempt, of: run, operation: operation, isSuccess: isSuccess)
    }
    last = end
    run.attemptEnded(attempt, end, issues: issues, since: start)
  }

  private static func wait(_ duration: Duration, after attempt: Attempt, of run: StepRun) {
    run.tell(.wait(duration, after: attempt))
    run.block(duration)
    run.waited()
  }

  private static func recheckCondition<Value, Failure: Error>(
    after attempt: Attempt,
    of run: StepRun,
    isSuccess: (Value) throws(Failure) -> Bool?,
    _ last: inout AttemptEnd<Value, Failure>?
  ) {
    guard let value = last?.value else { return run.conditionRechecked(last, issues: nil) }
    let (end, issues) = withholding(attempt, of: run) {
      recheck(value, after: attempt, of: run, isSuccess: isSuccess)
    }
    last = end
    run.conditionRechecked(end, issues: issues)
  }

  private static func runResetSteps<Value, Failure: Error>(
    after attempt: Attempt,
    of run: StepRun,
    _ resetSteps: () throws(Failure) -> Void,
    _ last: inout AttemptEnd<Value, Failure>?
  ) {
    last = nil
    let error = Surroundings.$current.withValue(run.surroundings(of: attempt)) {
      reset(after: attempt, of: run, resetSteps)
    }
    last = error.map(AttemptEnd.threw)
    run.resetStepsEnded(threw: error != nil)
  }

  private static func finish<Value, Failure>(
    _ run: StepRun,
    _ last: AttemptEnd<Value, Failure>?
  ) throws(Failure) -> StepResult<Value> {
    let report = try run.finish(error: last?.error)
    return StepResult(end: report.end, value: last?.value, report: report)
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
    let surroundings = run.surroundings(of: attempt, issues: issues)
    guard let issues, run.issues.needsKnownIssues else {
      return (Surroundings.$current.withValue(surroundings, operation: body), issues)
    }
    return (issues.collect { Surroundings.$current.withValue(surroundings, operation: body) }, issues)
  }
}
