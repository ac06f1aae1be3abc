/// Does what the engine says, on the calling thread.
enum SyncDriver {
  static func drive<Failure: Error>(
    _ run: consuming StepRun,
    mainAction: () throws(Failure) -> Void,
    successCondition: () throws(Failure) -> Bool?,
    resetSteps: () throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var error: Failure?
    var next = run.begin()
    while true {
      switch next {
      case .runAttempt(let attempt):
        let end = StepContext.$current.withValue(run.context) {
          perform(attempt, of: run, mainAction: mainAction, successCondition: successCondition)
        }
        error = end.error
        next = run.attemptEnded(attempt, end)
      case .runResetSteps(after: let attempt):
        error = StepContext.$current.withValue(run.context) { () -> Failure? in
          do throws(Failure) {
            try run.perform(.resetSteps(after: attempt), resetSteps)
            return nil
          } catch {
            return error
          }
        }
        next = run.resetStepsEnded(threw: error != nil)
      case .finish(let end):
        return try run.finish(end, error: error)
      }
    }
  }

  private static func perform<Failure: Error>(
    _ attempt: Attempt,
    of run: StepRun,
    mainAction: () throws(Failure) -> Void,
    successCondition: () throws(Failure) -> Bool?
  ) -> AttemptEnd<Failure> {
    do throws(Failure) {
      try run.perform(.mainAction(attempt), mainAction)
      let start = run.now
      let isMet = try run.perform(.successCondition(attempt), successCondition)
      return isMet == true ? .succeeded : .conditionNotMet(after: run.now - start)
    } catch {
      return .threw(error)
    }
  }
}
