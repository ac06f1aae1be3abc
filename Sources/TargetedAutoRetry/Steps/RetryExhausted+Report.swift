extension RetryExhausted {
  init(_ report: StepReport) {
    let callSite = report.step.callSite
    self.init(
      actionDescription: report.step.name,
      failedAttempts: report.failedAttempts,
      elapsed: report.elapsed,
      file: callSite.file.description,
      line: callSite.line,
      description: "\(report.errorMessage) (\(callSite.fileName):\(callSite.line))"
    )
  }
}
