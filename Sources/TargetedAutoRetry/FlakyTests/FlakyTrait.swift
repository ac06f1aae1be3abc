internal import Foundation
public import Testing

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
  public static var retryCount: Int { Surroundings.current.flakyRun?.rerun ?? 0 }

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
    if Surroundings.current.flakyRun != nil { return try await function() }
    let identity = RunningTest.identity(of: nil)
    var run = RunningTest(identity, trait: FlakyMark(flakiness, at: callSite, in: identity))
    while true {
      let error = await perform(run, function)
      // A run in a cancelled task does not prove that the test passes.
      let wasSkipped = Task.isCancelled || error.map(StopError.endsTest) ?? false
      let runsAgain = run.end(wasSkipped: wasSkipped)
      if let error { throw error }
      if !runsAgain { return }
      run = RunningTest(after: run)
    }
  }

  private static let comment: Comment = "withheld: the test runs again"

  /// Returns the error that ended the run, unless it is withheld.
  private func perform(_ run: RunningTest, _ function: @Sendable () async throws -> Void) async -> (any Error)? {
    let place = Test.current?.sourceLocation ?? callSite.sourceLocation
    var reported: (any Error)?
    await withKnownIssue(Self.comment, isIntermittent: true, sourceLocation: place) {
      do {
        try await Surroundings.$current.withValue(Surroundings(in: .current, flakyRun: run)) {
          try await function()
        }
      } catch let error as ExpectationFailedError where run.hasIssue(at: error.expectation.sourceLocation.place) {
        // Swift Testing drops the error of a requirement, which has recorded an issue.
      } catch let error as ExpectationFailedError where !run.hasForgiven {
        // The issue of a detached task is not of this run, and fails the process.
        run.fail(with: WithheldIssue(error, at: place))
      } catch {
        let error: any Error = (error as? ExpectationFailedError).map(ForgivenRequirement.init) ?? error
        // XCTest and `Issue.record` report errors too, so only here it is certain that this error ended the test.
        if !StopError.endsTest(error), run.keep(error, as: { _ in WithheldIssue(error, at: place) }) {
          withKnownIssue(Self.comment) { _ = Issue.record(error, sourceLocation: place) }
        } else {
          reported = error
        }
      }
    } matching: {
      $0.decide(for: .run(run, nil))
    }
    return reported
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
}

extension StopError {
  /// True if Swift Testing drops an error that ends a test: a skip, or a cancellation in the cancelled task of the test.
  fileprivate static func endsTest(_ error: any Error) -> Bool {
    isSwiftTestingSkip(error) || (error is CancellationError && Task.isCancelled)
  }
}

/// Stands for the error of a requirement whose issue a step has forgiven; Swift Testing drops that error.
private struct ForgivenRequirement: Error, CustomStringConvertible {
  let error: ExpectationFailedError

  var description: String {
    "the requirement at \(error.expectation.sourceLocation.place), which a step had forgiven, ended the test"
  }
}

extension WithheldIssue {
  fileprivate init(_ error: any Error, at location: SourceLocation) {
    self.init(message: "Caught error: \(error)".onOneLine, at: location)
  }
}
