internal import Foundation
public import Testing

/// Marks code of a test as a flaky scope: if the code fails, the whole test runs again.
///
/// An issue in the scope, or an error that leaves it, is held back while a re-run is left. The run continues to its end,
/// and then the test runs again, including set-up and tear-down. A failure outside flaky scopes is reported immediately.
/// Then nothing runs again, and the held-back issues are reported too.
///
/// In XCTest the test needs a ``RetryableTestCase``; on Apple platforms a base class that holds issues back will do. In
/// Swift Testing it needs the trait `.flaky`, which the scope narrows. Elsewhere the scope is a failure at the line of
/// the call, as is an invalid ``Flakiness``.
///
/// ```swift
/// flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)) {
///   XCTAssertTrue(isMapVisible())
/// }
/// ```
public func flaky(
  _ flakiness: Flakiness,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () throws -> Void
) rethrows {
  guard let scope = FlakyScope(flakiness, at: CallSite(fileID, file, line, column)) else { return try tests() }
  try scope.perform(tests)
}

/// Marks asynchronous code of a test as a flaky scope: if the code fails, the whole test runs again.
public func flaky(
  _ flakiness: Flakiness,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () async throws -> Void
) async rethrows {
  guard let scope = FlakyScope(flakiness, at: CallSite(fileID, file, line, column)) else { return try await tests() }
  try await scope.perform(isolation: isolation, tests)
}

/// A trait that runs a flaky test of Swift Testing again; written as `.flaky(…)` on a test or a suite.
///
/// The closest trait wins: that of a test replaces that of its suite, also if it has expired.
public struct FlakyTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let flakiness: Flakiness
  fileprivate let callSite: CallSite
  private let id = UUID()

  /// True: a suite passes the trait on to its tests.
  public var isRecursive: Bool { true }

  /// The number of re-runs of the current test so far: 0 in its first run, and in tests without the trait.
  public static var retryCount: Int { StepEnvironment.current.flakyRun?.rerun ?? 0 }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    // A test has the traits of its suites before its own.
    let closest = test.traits.lazy.compactMap { $0 as? FlakyTrait }.last
    return testCase != nil && closest?.id == id ? self : nil
  }

  /// Runs a case of a test until it has no flaky failure, or until no re-run is left.
  ///
  /// Swift Testing documents one call of the function but supports several; each has a fresh instance of the suite.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // One value may stand on a suite and on its test.
    if StepEnvironment.current.flakyRun != nil { return try await function() }
    let identity = TestRun.identity(of: nil)
    var run = TestRun(as: identity, trait: FlakyMark(flakiness, at: callSite, in: identity))
    while true {
      let stop = await perform(run, function)
      // A run in a cancelled task does not prove that the test passes.
      let runsAgain = run.end(wasSkipped: Task.isCancelled || stop != nil)
      if let stop { throw stop }
      if !runsAgain { return }
      run = run.next()
    }
  }

  /// Returns the skip or the cancellation that ended the run; any other error is an issue.
  private func perform(_ run: TestRun, _ function: @Sendable () async throws -> Void) async -> (any Error)? {
    let place = Test.current?.sourceLocation ?? callSite.sourceLocation
    var stop: (any Error)?
    await withKnownIssue("withheld: the test runs again", isIntermittent: true, sourceLocation: place) {
      await StepEnvironment.$current.withValue(StepEnvironment(in: .current, flakyRun: run)) {
        do {
          try await function()
        } catch  where error.meansStop {
          stop = error
        } catch  where !(error is RunEnded) && !run.hasFailure(of: error) {
          error.record(at: place)
        } catch {}
      }
    } matching: {
      $0.decide(for: .run(run, nil))
    }
    return stop
  }
}

extension Trait where Self == FlakyTrait {
  /// Runs a test again when it fails, because it is known to be flaky.
  ///
  /// On a suite it applies to each of its tests that has no such trait of its own. Each case of a parameterized test
  /// runs again by itself, with a fresh instance of its suite. The issues of a run that is followed by another become
  /// known issues. A skip or a cancellation is never run again. A ``flaky(_:fileID:file:line:column:_:)`` inside the
  /// test narrows it. An invalid ``Flakiness`` is an issue at the line of the trait.
  ///
  /// ```swift
  /// @Test(.flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)))
  /// func showsMap() async throws { … }
  /// ```
  public static func flaky(
    _ flakiness: Flakiness,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    FlakyTrait(flakiness: flakiness, callSite: CallSite(fileID, file, line, column))
  }

  @available(*, unavailable, message: "write the reason: .flaky(.notFixable(reason: …, maxRetryCount: 2))")
  public static var flaky: Self { fatalError("unavailable") }
}
