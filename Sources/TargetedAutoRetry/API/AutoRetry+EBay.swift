extension TargetedAutoRetry {
  /// Runs a step with the argument order of eBay's TargetedAutoRetry 1.x.
  ///
  /// Code written for that library compiles unchanged. In new code, put `actionDescription` before `retryAttempts`.
  @discardableResult
  public func autoRetry<Value>(
    mainAction: () throws -> Value,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    retryAttempts: Int,
    actionDescription: String?,
    failTestOnFailure: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let policy = RetryPolicy(nil, retries: retryAttempts)
    let place = CallSite(fileID, file, line, column)
    let reset: Any.Type = resetSteps == nil ? NoResetSteps.self : Void.self
    let step = StepRun(self, actionDescription, .init(failTestOnFailure), policy, reset: reset, place)
    try step.run(mainAction, successCondition, { try resetSteps?() })
    return step.report.retriesUsed
  }
}
