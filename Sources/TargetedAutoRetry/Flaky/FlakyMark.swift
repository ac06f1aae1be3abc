struct FlakyMark: Sendable {
  let flakiness: Flakiness
  let callSite: CallSite
  /// 0 if the mark is invalid or has expired.
  let maxRetryCount: Int

  init(_ flakiness: Flakiness, at callSite: CallSite, in test: TestIdentity?) {
    let problem = flakiness.problem
    let isExpired = flakiness.isExpired(at: Dependencies.current.timekeeper.date)
    self.flakiness = flakiness
    self.callSite = callSite
    maxRetryCount = problem != nil || isExpired ? 0 : flakiness.maxRetryCount
    Dependencies.current.complain(at: callSite)
    if let problem { Dependencies.current.fail(problem, at: callSite) }
    if isExpired { emit(.ofFeature(FlakyEvent.scopeExpired(flakiness)), in: test) }
  }

  func emit(_ kind: RetryEvent.Kind, in test: TestIdentity?, id: StepID = .next()) {
    Dependencies.current.emit(RetryEvent(kind, ofTest: test, callSite: callSite, id: id))
  }
}
