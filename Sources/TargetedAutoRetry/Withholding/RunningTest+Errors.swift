// Errors have no place. An error is flaky only if it is certain that it left a flaky scope and then ended the test.
extension RunningTest {
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) { state.withLock { $0.stopped = (error, step) } }

  func step(endedBy error: any Error) -> EndedStep? {
    let stopped = state.withLock { $0.stopped }
    let step = stopped?.error.matches(error) == true ? stopped?.step : nil
    guard step?.part == nil, let error = error as? RetryExhausted else { return step }
    return EndedStep(callSite: error.report.step.failureSite)
  }

  /// Notes an error that leaves a flaky scope, and returns the one to throw, whose box tells it from the same elsewhere.
  ///
  /// Inside a step the error fails the attempt, and the step decides about it.
  func errorLeaves(_ scope: FlakyScope, _ error: any Error) -> any Error {
    guard StepContext.current == nil, !StopError.matches(error), let fresh = SameError(inFreshBox: error) else {
      return error
    }
    let isOfInnerScope = state.withLock { state in
      if state.errors.contains(where: { $0.error.matches(error) }) { return true }
      state.errors.append((fresh, scope.mark))
      return false
    }
    if isOfInnerScope { return error }
    if let step = step(endedBy: error) { errorLeavesStep(fresh, step) }
    return fresh.error
  }

  /// Keeps an error that ends the test out of the result; false if it is a failure of the test, which is noted.
  ///
  /// It is kept if it has left a flaky scope, if only the whole test is marked as flaky, or if the test has its failure
  /// already.
  ///
  /// - Parameter issue: Makes the issue of the error, with the mark of the flaky scope that it has left, if any.
  func keep(_ error: any Error, as issue: (FlakyMark?) -> WithheldIssue) -> Bool {
    let mark = state.withLock { state in state.errors.first { $0.error.matches(error) }?.mark }
    if let report = (error as? RetryExhausted)?.report, hasFailure(of: report, mark) {
      state.withLock { $0.isCutShort = true }
      return true
    }
    if StopError.matches(error) {
      fail(with: issue(mark))
      return false
    }
    guard keep(issue(mark), of: mark) else { return false }
    state.withLock { $0.isCutShort = true }
    return true
  }
}

extension RunningTest {
  /// True if this run has the failure that the error stands for, and forgives it only if it may forgive the error too.
  private func hasFailure(of report: StepReport, _ mark: FlakyMark?) -> Bool {
    if report.hasNotRun { return hasIssue() }
    let own = report.failsTest ? report.failureKey(report.failureMessage, report.causes) : nil
    guard let key = own ?? report.ending.failureInside else { return false }
    return state.withLock { state in
      let mayForgive = mayKeep(mark, state)
      return state.issues.contains { issue in
        issue.run == number && issue.issue.key.hasPrefix(key) && (issue.issue.isInResult || mayForgive)
      }
    }
  }
}

/// A step that ended with an error, which goes on to the caller.
struct EndedStep: Sendable {
  let callSite: CallSite
  /// The part of the step that threw, such as `the reset steps of Launch`, if the error does not show it.
  var part: String?

  /// The error in XCTest's words, with the part of the step that threw it.
  func description(_ text: String) -> String { part.map { "\(text) in \($0)" } ?? text }
}

/// The identity of a thrown error, to recognize it where it is caught further out.
///
/// Equal errors may be different failures. A thrown error is put into a box, and rethrowing hands on the box. Code that
/// catches an error as its concrete type and throws it makes another box.
struct SameError: Sendable {
  let error: any Error

  func matches(_ other: any Error) -> Bool { Self.box(error) == Self.box(other) }

  /// An `any Error` is one pointer, to its box.
  private static func box(_ error: any Error) -> UnsafeRawPointer {
    unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
  }
}

extension SameError {
  /// Puts the error into a box of its own: an error that a test has stored may be thrown again elsewhere.
  ///
  /// Nil if that is not possible. On Apple platforms an `NSError` is its own box.
  init?(inFreshBox error: any Error) {
    self.init(error: error.boxedAgain)
    if matches(error) { return nil }
  }
}

extension Error {
  fileprivate var boxedAgain: any Error { self }
}
