internal import Foundation

/// The keys that say why: the first cause, what ended the step early, and the documented reason of its retries.
struct RowReasons: Encodable, Equatable {
  var cause = ""
  var errorType = ""
  var errorMessage = ""
  var innerAction = ""
  var innerFile = ""
  var innerLine = 0
  var innerCause = ""
  var stoppedBy = ""
  var reason = ""
  var because = ""
  var fixable = 0
  var bug = ""
  var expires = ""

  enum CodingKeys: String, CodingKey {
    case cause
    case errorType = "error_type"
    case errorMessage = "error_message"
    case innerAction = "inner_action"
    case innerFile = "inner_file"
    case innerLine = "inner_line"
    case innerCause = "inner_cause"
    case stoppedBy = "stopped_by"
    case reason, because, fixable, bug, expires
  }

  // Most steps pass, and have none. Encoding a key is expensive, so theirs are encoded once.
  private static let none = Result { try JSONEncoder.ofRows.encode(RowReasons()) }

  func json() throws -> Data { self == RowReasons() ? try Self.none.get() : try JSONEncoder.ofRows.encode(self) }
}

extension RowReasons {
  mutating func setCause(of attempt: FailedAttempt) {
    switch attempt.cause {
    case .condition: setCause(attempt.stableFor == nil ? "condition" : "flicker", attempt.causeText(.whole))
    case .error(let error):
      setCause(error)
      if attempt.hasThrowingChecks { errorMessage = attempt.causeText(.whole).inRow }
    case .timedOut: setCause("timeout", attempt.causeText(.whole))
    case .issues where attempt.isRehearsal: setCause("rehearsal", Steering.rehearsalCause)
    case .issues: setCause(issue: attempt.causeText(.perStep))
    }
    guard !attempt.hasOnlyOwnIssues, let inner = attempt.innermostFailure else { return }
    innerAction = inner.step.name.inRow
    innerFile = inner.step.callSite.pathInRepository.inRow
    innerLine = inner.step.callSite.lineInRow
    innerCause = inner.last.words.inRow
  }

  mutating func setCause(_ error: any Error) {
    setCause("error", error.text)
    // The context in the name of a private type differs between builds.
    errorType = String(reflecting: type(of: error)).replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "").inRow
  }

  mutating func setCause(issue: String) {
    if !issue.isEmpty { setCause("issue", issue) }
  }

  private mutating func setCause(_ cause: String, _ message: String) {
    self.cause = cause
    errorMessage = message.inRow
  }

  mutating func setEarlyEnd(of report: StepReport, by error: (any Error)?) {
    if let error {
      stoppedBy = error.isSkip ? "skip" : error.meansStop ? "cancellation" : "error"
      reason = report.text(of: error).inRow
    } else if let end = report.earlyEnd {
      stoppedBy = end.stoppedBy
      reason = end.reason.inRow
    }
  }

  mutating func setFlakiness(_ flakiness: Flakiness?) {
    guard let flakiness else { return }
    because = flakiness.reason.inRow
    fixable = flakiness.isFixable ? 1 : 0
    bug = (flakiness.bug ?? "").inRow
    expires = (flakiness.expires ?? "").inRow
  }
}

extension StepReport {
  fileprivate var earlyEnd: (stoppedBy: String, reason: String)? {
    switch outcome {
    case .timedOut where !step.isWait: ("time", "The \(deadlineText), was reached.")
    case .aborted(.byHook(let reason)): ("hook", reason)
    case .aborted(.byInnerStep(let reason, _)): ("inner", reason)
    case .aborted(.byCancellation): ("cancellation", "The task was cancelled.")
    case .passed, .recovered, .exhausted, .timedOut, .aborted: nil
    }
  }
}
