public import Foundation
public import Testing

/// Marks code of a test as a flaky scope: if the code fails, the whole test runs again.
///
/// An issue in the scope, or an error that it throws, is held back while the test may run again. The run continues to
/// its end, and then the test runs again, including setup and teardown. A failure outside flaky scopes is reported
/// immediately: the test does not run again, and the held-back issues are reported too.
///
/// In XCTest, the test needs a ``RetryableTestCase`` or, on Apple platforms, any base class that holds issues back. In
/// Swift Testing, it needs the trait `.flaky`, which the scope narrows. Elsewhere the scope records a failure at the
/// call site, as an invalid ``Flakiness`` does.
///
/// ```swift
/// flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)) {
///   XCTAssertTrue(isMapVisible())
/// }
/// ```
///
/// - Parameters:
///   - flakiness: The documented reason, and how often the test may run again.
///   - fileID: The `#fileID` to report problems of the scope at; defaults to the call site.
///   - file: The path of the file to report problems of the scope at; defaults to the call site.
///   - line: The line number to report problems of the scope at; defaults to the call site.
///   - column: The column number to report problems of the scope at; defaults to the call site.
///   - tests: The flaky part of the test.
/// - Returns: The result of that part.
@discardableResult
public func flaky<Value>(
  _ flakiness: Flakiness,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () throws -> Value
) rethrows -> Value {
  guard let scope = FlakyScope(flakiness, at: CallSite(fileID, file, line, column)) else { return try tests() }
  return try scope.perform(tests)
}

/// Marks asynchronous code of a test as a flaky scope, like the synchronous form.
@discardableResult
public func flaky<Value>(
  _ flakiness: Flakiness,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () async throws -> Value
) async rethrows -> Value {
  guard let scope = FlakyScope(flakiness, at: CallSite(fileID, file, line, column)) else { return try await tests() }
  return try await scope.perform(isolation: isolation, tests)
}

@available(*, unavailable, message: "write the reason: flaky(.fixable(reason: …)) { … }")
public func flaky(_: String? = nil, reason: String? = nil, _: () async throws -> Void) {}
@available(*, unavailable, message: "the place belongs in withCallPlace(sourceLocation) { … }")
public func flaky(_: Flakiness, sourceLocation: SourceLocation, _: () async throws -> Void) {}
@available(*, unavailable, message: "a number belongs in the reason: .notFixable(reason: …, maxRetryCount: …)")
public func flaky(
  _: Flakiness,
  retries: Int? = nil,
  reruns: Int? = nil,
  times: Int? = nil,
  attempts: Int? = nil,
  maxRetryCount: Int? = nil,
  _: () async throws -> Void
) {}
@available(*, unavailable, message: "a day or a bug belongs in the reason: .fixable(reason: …, bug: …, expires: …)")
public func flaky(_: Flakiness, bug: String? = nil, expires: String? = nil, _: () async throws -> Void) {}

/// A trait that runs a flaky test of Swift Testing again; written as `.flaky(…)` on a test or a suite.
///
/// The closest trait wins: a test's own trait replaces its suite's, even if it has expired.
public struct FlakyTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let flakiness: Flakiness
  fileprivate let callSite: CallSite
  private let id = UUID()

  /// Whether a suite passes the trait on to its tests: always `true`.
  public var isRecursive: Bool { true }

  /// The number of times the current test has run again: 0 in its first run, and in tests without the trait.
  public static var retryCount: Int { StepEnvironment.current.run?.keeper.rerun ?? 0 }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    // The traits of a test's suites come before its own.
    let closest = test.traits.lazy.compactMap { $0 as? FlakyTrait }.last
    return testCase != nil && closest?.id == id ? self : nil
  }

  /// Runs a case of a test until it has no flaky failure, or may not run again.
  ///
  /// Swift Testing documents one call of `function` but supports several; each gets a new instance of the suite.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // A shared trait value on a suite and on its test would otherwise nest two loops.
    if StepEnvironment.current.run != nil { return try await function() }
    let identity = TestRun.identity(of: nil)
    let flakyTest = FlakyTest(trait: FlakyMark(flakiness, at: callSite, in: identity))
    var run = TestRun(as: identity, keptBy: flakyTest)
    while true {
      let stop = await perform(run, function)
      let reason = stop.flatMap { ErrorStop($0, isCancelled: Task.isCancelled) }
      // A run in a canceled task does not prove that the test passes.
      let runsAgain = flakyTest.end(run, stoppedBy: reason ?? (Task.isCancelled ? .cancellation : nil))
      if let stop { throw stop }
      if !runsAgain { return }
      run = flakyTest.next(after: run)
    }
  }

  /// Returns the skip or the cancellation that ended the run; any other error is recorded as an issue.
  private func perform(_ run: TestRun, _ function: @Sendable () async throws -> Void) async -> (any Error)? {
    let place = Test.current?.sourceLocation ?? callSite.sourceLocation
    let whole = FlakyScope(of: run)
    var stop: (any Error)?
    ProcessEnd.watch(run)
    run.keeper.begin(run)
    await whole.collectIssues(isolation: nil, at: place) {
      await StepEnvironment.$current.withValue(StepEnvironment(in: .current, place: whole, run: run)) {
        do {
          try await function()
        } catch  where ErrorStop(error, isCancelled: Task.isCancelled) != nil {
          stop = error
        } catch  where !run.isEnding(error) && !run.hasFailure(of: error, in: whole) {
          error.record(at: place)
        } catch {}
      }
    }
    return stop
  }
}

extension Trait where Self == FlakyTrait {
  /// Runs a test again if it fails, because it is known to be flaky.
  ///
  /// On a suite, it applies to each test without a trait of its own. Each case of a parameterized test runs again
  /// separately, with a new instance of its suite. If a run is followed by another, its issues become known issues. A
  /// test that was skipped or canceled does not run again. A ``flaky(_:fileID:file:line:column:_:)`` inside the test
  /// narrows the trait. An invalid ``Flakiness`` is an issue at the line of the trait.
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

  @available(*, unavailable, message: "write the reason: .flaky(.fixable(reason: …))")
  public static var flaky: Self { fatalError() }
  @available(*, unavailable, message: "write the reason: .flaky(.fixable(reason: …))")
  public static func flaky(
    _: String? = nil,
    reason: String? = nil,
    retries: Int? = nil,
    maxRetryCount: Int? = nil,
    bug: String? = nil,
    expires: String? = nil
  ) -> Self { fatalError() }
  @available(*, unavailable, message: "write the reason: .flaky(.fixable(reason: …, expires: \"2027-03-31\"))")
  public static func flaky(reason: String, bug: String? = nil, expires: Date) -> Self { fatalError() }
  @available(*, unavailable, message: "a test re-runs by .flaky(…), its steps by .retryPolicy(…)")
  public static func retry(_: Int) -> Self { fatalError() }
  @available(*, unavailable, message: "a test re-runs by .flaky(…), its steps by .retryPolicy(…)")
  public static func retries(_: Int) -> Self { fatalError() }
  @available(*, unavailable, message: "a test re-runs by .flaky(…), its steps by .retryPolicy(…)")
  public static func autoRetry(_: Int) -> Self { fatalError() }
  @available(*, unavailable, message: "a number belongs in the reason: .notFixable(reason: …, maxRetryCount: …)")
  public static func flaky(
    _: Flakiness,
    retries: Int? = nil,
    reruns: Int? = nil,
    times: Int? = nil,
    attempts: Int? = nil,
    maxRetryCount: Int? = nil
  ) -> Self { fatalError() }
  @available(*, unavailable, message: "a day or a bug belongs in the reason: .fixable(reason: …, bug: …, expires: …)")
  public static func flaky(_: Flakiness, bug: String? = nil, expires: String? = nil) -> Self { fatalError() }
}
