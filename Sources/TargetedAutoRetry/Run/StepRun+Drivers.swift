// The two drivers. A table of scripts proves that both emit the same events.

extension StepRun {
  /// - Returns: Whether the step succeeded.
  @discardableResult
  func run<Value, Reset, Failure: Error>(
    _ action: () throws(Failure) -> Value,
    _ condition: () throws(Failure) -> Bool?,
    _ resetSteps: () throws(Failure) -> Reset
  ) throws(Failure) -> Bool {
    hintAtTask(Value.self)
    if step.policy.attemptTimeLimit != nil { hint(.attemptTimeLimitHasNoEffect) }
    do {
      try finish(play({ _ = try action() }, condition, { _ = try resetSteps() }))
      return report.outcome.isSuccess
    } catch {
      throw Self.failure(error)
    }
  }

  /// Nothing but a closure of the step throws, so the error has the closures' type.
  private static func failure<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else { fatalError("\(error) was not thrown by a closure of the step.") }
    return failure
  }

  /// Each part is a function of its own, because nested steps use less stack if the loop is small.
  private func play(
    _ action: () throws -> Void,
    _ condition: () throws -> Bool?,
    _ resetSteps: () throws -> Void
  ) -> StepOutcome {
    func playParts(of attempt: Attempt) {
      let scope = begin(attempt)
      inside(scope) {
        var last: StepPart?
        while let part = part(after: last, in: scope) {
          try show(part, of: attempt, in: scope) { try perform(part, in: scope) }
          last = part
        }
      }
      ended(scope)
    }

    func perform(_ part: StepPart, in scope: AttemptScope) throws {
      switch part {
      case .action:
        report.actionRuns += 1
        try action()
      case .resetSteps: try resetSteps()
      case .wait, .firstCheck, .condition, .lateCheck: check(condition, in: scope, part)
      }
    }

    func check(_ condition: () throws -> Bool?, in scope: AttemptScope, _ part: StepPart) {
      var checks = checks(in: part, of: scope)
      while true {
        scope.checkBegins()
        var thrown: (any Error)?
        do {
          checks.isMet = try condition() == true
        } catch {
          thrown = error
        }
        guard let pause = checkEnded(&checks, thrown, in: scope) else { return }
        // The action of a wait does not throw.
        if part == .wait, !checks.isMet { try? action() }
        block(pause)
      }
    }

    func inside(_ scope: AttemptScope, _ body: () throws -> Void) {
      let inner = StepEnvironment(in: environment, scope: scope)
      scope.collect {
        StepEnvironment.$current.withValue(inner) {
          do { try body() } catch { threw(error) }
        }
      }
    }

    /// The main thread spins its run loop, and the code that it runs does not belong to the attempt.
    func block(_ duration: Duration) {
      StepEnvironment.$current.withValue(StepEnvironment.current.ofNoStep) {
        dependencies.timekeeper.block(duration)
      }
    }

    while true {
      switch next {
      case .runAttempt(let attempt), .recheckCondition(after: let attempt), .runResetSteps(after: let attempt):
        playParts(of: attempt)
      case .wait(let duration, after: _):
        let instant = now
        block(duration)
        waited(since: instant)
      case .finish(let outcome): return outcome
      }
    }
  }
}

// `_ = isolation` captures the caller's actor. Without it, a local function or a closure would run off that actor, and
// so would the closures of the step, the events of Swift Testing and the activities of XCTest.
extension StepRun {
  @discardableResult
  func run<Value, Reset, Failure: Error>(
    _ isolation: isolated (any Actor)?,
    _ action: () async throws(Failure) -> Value,
    _ condition: () async throws(Failure) -> Bool?,
    _ resetSteps: () async throws(Failure) -> Reset
  ) async throws(Failure) -> Bool {
    isAsynchronous = true
    hintAtTask(Value.self)
    func act() async throws {
      _ = isolation
      _ = try await action()
    }
    func reset() async throws {
      _ = isolation
      _ = try await resetSteps()
    }
    do {
      try finish(await play(isolation, act, condition, reset))
      return report.outcome.isSuccess
    } catch {
      throw Self.failure(error)
    }
  }

  private func play(
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Void,
    _ condition: () async throws -> Bool?,
    _ resetSteps: () async throws -> Void
  ) async -> StepOutcome {
    func playParts(of attempt: Attempt) async {
      _ = isolation
      let scope = begin(attempt)
      await inside(scope) {
        _ = isolation
        var last: StepPart?
        while let part = part(after: last, in: scope) {
          if isShown(part, in: scope) { emit(.begins(part, attempt)) }
          try await perform(part, in: scope)
          last = part
        }
      }
      ended(scope)
    }

    func perform(_ part: StepPart, in scope: AttemptScope) async throws {
      _ = isolation
      switch part {
      case .action:
        try await limited(by: limit()) {
          _ = isolation
          report.actionRuns += 1
          try await action()
        }
      case .resetSteps: try await limited(by: limit(), resetSteps)
      case .wait, .firstCheck, .condition, .lateCheck: await check(in: scope, part)
      }
    }

    func check(in scope: AttemptScope, _ part: StepPart) async {
      _ = isolation
      var checks = checks(in: part, of: scope)
      while true {
        scope.checkBegins()
        var thrown: (any Error)?
        do {
          try await limited(by: limit(ofChecksSince: checks.start)) { checks.isMet = try await condition() == true }
        } catch {
          thrown = error
        }
        guard let pause = checkEnded(&checks, thrown, in: scope) else { return }
        // The action of a wait does not throw.
        if part == .wait, !checks.isMet { try? await limited(by: limit(ofChecksSince: checks.start), action) }
        try? await dependencies.timekeeper.sleep(pause)
      }
    }

    func inside(_ scope: AttemptScope, _ body: () async throws -> Void) async {
      let (inner, limit) = (StepEnvironment(in: environment, scope: scope), limitOfAttempt)
      func caught() async {
        _ = isolation
        do { try await limited(by: limit, body) } catch { threw(error) }
      }
      await scope.collect(isolation: isolation) {
        await StepEnvironment.$current.withValue(inner, operation: caught, isolation: isolation)
      }
    }

    func limited(by limit: TimeLimit?, _ body: () async throws -> Void) async throws {
      _ = isolation
      guard let limit else { return try await body() }
      try await enforce(limit, isolation, body)
    }

    while true {
      switch next {
      case .runAttempt(let attempt), .recheckCondition(after: let attempt), .runResetSteps(after: let attempt):
        await playParts(of: attempt)
      case .wait(let duration, after: _):
        let instant = now
        try? await dependencies.timekeeper.sleep(duration)
        waited(since: instant)
      case .finish(let outcome): return outcome
      }
    }
  }

  /// A function of its own, so that a step without limits costs less.
  private func enforce(
    _ limit: TimeLimit,
    _ isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async throws {
    isWatched = true
    let (event, dependencies, step, test) = (event(.hint(.isStillRunning(step.id))), dependencies, step, test)
    let environment = StepEnvironment.current
    try await limit.enforce(dependencies.timekeeper, isolation, body) {
      // What is canceled now may end the process.
      ProcessEnd.watch(step, in: test)
    } canceling: { cancel in
      // The cancellation handlers of the test are part of the attempt, on any thread.
      environment.perform(cancel)
    } hint: {
      dependencies.hint(.isStillRunning(event.id), event)
    }
  }
}

@usableFromInline
struct NoResetSteps: Sendable {}

/// The default reset steps; the type of their result tells a step that it has none.
// The type of their error is a parameter of each form, because a call of a form that rethrows would have to be marked
// with `try` if its default closure might throw.
@usableFromInline
func noResetSteps() -> NoResetSteps { NoResetSteps() }
