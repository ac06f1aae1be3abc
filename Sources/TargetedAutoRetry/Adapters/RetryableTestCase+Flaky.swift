internal import Foundation
internal import XCTest

extension RetryableTestCase {
  /// Marks a part of a test as flaky: if something fails in it, the whole test runs again.
  ///
  /// An issue of the part, or an error that leaves it, is withheld while a re-run is left; the run ends as it would,
  /// and then the test runs again, set-up and tear-down included. A failure outside of flaky scopes is a failure at
  /// once. Then nothing is run again, and what was withheld is reported too.
  ///
  /// ```swift
  /// flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)) {
  ///   XCTAssertTrue(isMapVisible())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - flakiness: Why, and how often the test may run again. What makes no sense is a failure at the line of the call.
  ///   - fileID: The source file of the call; with `file`, `line` and `column` the place of that failure.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - tests: The flaky part.
  public func flaky(
    _ flakiness: Flakiness,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ tests: () throws -> Void
  ) rethrows {
    let scope = TestRuns.FlakyScope(
      flakiness: flakiness,
      callSite: CallSite(fileID: fileID, file: file, line: line, column: column)
    )
    guard withholds(in: scope) else { return try tests() }
    runs.open(scope)
    defer { runs.closeFlakyScope() }
    do {
      try tests()
    } catch {
      errorLeaves(scope, error)
      throw error
    }
  }

  /// Marks an assertion as flaky: if it fails, the whole test runs again.
  ///
  /// ```swift
  /// flaky(.fixable(reason: "The price is rounded twice"), XCTAssertEqual(price(), 10))
  /// ```
  public func flaky(
    _ flakiness: Flakiness,
    _ test: @autoclosure () throws -> Void,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    try flaky(flakiness, fileID: fileID, file: file, line: line, column: column) { try test() }
  }

  /// Marks an asynchronous part of a test as flaky: if something fails in it, the whole test runs again.
  public func flaky(
    _ flakiness: Flakiness,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ tests: () async throws -> Void
  ) async rethrows {
    let scope = TestRuns.FlakyScope(
      flakiness: flakiness,
      callSite: CallSite(fileID: fileID, file: file, line: line, column: column)
    )
    guard withholds(in: scope) else { return try await tests() }
    runs.open(scope)
    defer { runs.closeFlakyScope() }
    do {
      try await tests()
    } catch {
      errorLeaves(scope, error)
      throw error
    }
  }

  /// Marks an asynchronous assertion as flaky: if it fails, the whole test runs again.
  public func flaky(
    _ flakiness: Flakiness,
    _ test: @autoclosure () async throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows {
    try await flaky(flakiness, isolation: isolation, fileID: fileID, file: file, line: line, column: column) {
      try await test()
    }
  }

  /// Whether the scope makes sense and has not expired; if not, says so.
  private func withholds(in scope: TestRuns.FlakyScope) -> Bool {
    if let problem = scope.flakiness.problem {
      TestFailure(message: problem, callSite: scope.callSite, test: .current(self)).record()
      return false
    }
    if scope.flakiness.isExpired(at: Date()) {
      tell(.flakyScopeExpired(scope.flakiness), scope.callSite)
      return false
    }
    return true
  }

  private func errorLeaves(_ scope: TestRuns.FlakyScope, _ error: any Error) {
    if StopError.matches(error) { return }
    let message = "threw error \"\(error)\""
    let callSite = scope.callSite
    runs.flakyScopeThrew(
      WithheldIssue(message: message, place: "\(callSite.fileName):\(callSite.line)") { [self] in
        TestFailure(message: message, callSite: callSite, test: .current(self)).record()
      }
    )
  }

  /// A run is over: reports what has to be reported, and says whether another follows.
  func runsAgain(wasSkipped: Bool) -> Bool {
    let end = runs.runEnded(wasSkipped: wasSkipped)
    switch end.action {
    case .rerun(let next):
      guard let scope = end.scope else { return false }
      let attempt = Attempt(number: end.rerun + 1, retriesRemaining: scope.flakiness.maxRetryCount - end.rerun)
      for issue in end.withheld { tell(.issueWithheld(issue.text, attempt), scope.callSite) }
      tell(.rerun(next, scope.flakiness), scope.callSite)
      return true
    case .report:
      end.withheld.forEach { $0.replay() }
    case .end:
      break
    }
    if end.rerun > 0, !wasSkipped { tell(.rerunsEnded(end.rerun, failed: end.failed), .unknown) }
    return false
  }

  private func tell(_ kind: RetryEvent.Kind, _ callSite: CallSite) {
    let step = Step(
      actionDescription: name,
      policy: retryPolicy,
      failure: .failsTest,
      hasResetSteps: false,
      callSite: callSite
    )
    let event = RetryEvent(kind: kind, step: step, depth: 0, test: .current(self))
    for sink in RetryEnvironment.current.sinks { sink.receive(event) }
  }
}
