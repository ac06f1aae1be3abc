/// Does what the engine says, on the actor of the caller; the asynchronous twin of ``SyncDriver``.
enum AsyncDriver {
  static func drive<Failure: Error>(
    _ run: StepRun,
    isolation: isolated (any Actor)?,
    mainAction: () async throws(Failure) -> Void,
    successCondition: () async throws(Failure) -> Bool?,
    resetSteps: () async throws(Failure) -> Void
  ) async throws(Failure) -> Int {
    var run = run
    var error: Failure?
    var next = run.begin()
    while true {
      switch next {
      case .runAttempt(let attempt):
        let end = await StepContext.$current.withValue(run.context) {
          await perform(
            attempt,
            of: run,
            isolation: isolation,
            mainAction: mainAction,
            successCondition: successCondition
          )
        }
        error = end.error
        next = run.attemptEnded(attempt, end)
      case .runResetSteps(after: let attempt):
        run.announce(.resetSteps(after: attempt))
        error = await StepContext.$current.withValue(run.context) { () async -> Failure? in
          do throws(Failure) {
            try await resetSteps()
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
    isolation: isolated (any Actor)?,
    mainAction: () async throws(Failure) -> Void,
    successCondition: () async throws(Failure) -> Bool?
  ) async -> AttemptEnd<Failure> {
    do throws(Failure) {
      run.announce(.mainAction(attempt))
      try await mainAction()
      run.announce(.successCondition(attempt))
      let start = run.now
      let isMet = try await successCondition()
      return isMet == true ? .succeeded : .conditionNotMet(after: run.now - start)
    } catch {
      return .threw(error)
    }
  }
}
