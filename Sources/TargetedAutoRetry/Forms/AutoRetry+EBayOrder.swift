extension TargetedAutoRetry {
  /// The argument order of eBay's TargetedAutoRetry 1.x, so that its callers compile unchanged.
  ///
  /// In new code put `actionDescription` before `retryAttempts`. Everything else is as in
  /// ``autoRetry(mainAction:successCondition:resetSteps:actionDescription:retryAttempts:failTestOnFailure:policy:fileID:file:line:column:)-(()->Void,_,()->Void,_,_,_,_,_,_,_,_)``.
  @discardableResult
  public func autoRetry(
    mainAction: () throws -> Void,
    successCondition: () throws -> Bool?,
    resetSteps: (() throws -> Void)? = nil,
    retryAttempts: Int,
    actionDescription: String,
    failTestOnFailure: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Int {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let failure = StepCall.Failure(failsTest: failTestOnFailure)
    let call = StepCall(actionDescription, failure, retryAttempts, hasResetSteps: resetSteps != nil, at: site)
    return try SyncDriver.drive(StepRun(self, call, nil), mainAction, successCondition, { try resetSteps?() })
      .retriesUsed
  }
}
