extension StepRun: AttemptRunner {
  var timekeeper: Timekeeper { environment.timekeeper }

  func tell(_ kind: @autoclosure () -> RetryEvent.Kind) {
    guard !environment.sinks.isEmpty else { return }
    let kind = kind()
    if environment.hears(kind) { environment.tell(event(kind)) }
  }

  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !environment.sinks.isEmpty else { return try body() }
    let kind = part()
    guard environment.hears(kind) else { return try body() }
    return try environment.sinks[...].receive(event(kind), during: body)
  }

  func conditionEvaluated(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction {
    engine.conditionEvaluated(isMet, &looks, isCut: isCut, at: timekeeper.now())
  }

  /// The same in a late check.
  func conditionRechecked(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction {
    engine.conditionRechecked(isMet, &looks, isCut: isCut, at: timekeeper.now())
  }

  /// A synchronous step with a limit for its attempts says once that this has no effect.
  func tellThatAttemptsAreNotInterrupted() {
    guard step.policy.attemptTimeLimit != nil else { return }
    let isNew = environment.hasToldOfNoEffect.withLock { hasTold in
      defer { hasTold = true }
      return !hasTold
    }
    if isNew { tell(.attemptTimeLimitHasNoEffect) }
  }

  func event(_ kind: RetryEvent.Kind) -> RetryEvent {
    RetryEvent(kind: kind, step: step, in: context, test: test?.test ?? .current(testCase))
  }
}

extension RetryEvent {
  init(kind: Kind, step: Step, in context: StepContext, test: RunningTest?) {
    self.init(
      kind: kind,
      step: step,
      id: context.id,
      parentID: context.parentID,
      depth: context.depth,
      test: test
    )
  }
}
