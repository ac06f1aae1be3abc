public import Testing

/// A trait that runs a flaky test of Swift Testing again; written as `.flaky(…)` on a test or a suite.
public struct FlakyTrait: TestTrait, SuiteTrait, TestScoping {
  let mark: FlakyMark

  /// True: a suite passes the trait on to its tests.
  public var isRecursive: Bool { true }

  /// The number of re-runs of the current test so far: 0 in its first run, and in tests without the trait.
  public static var retryCount: Int { Surroundings.current.testRun?.history.rerun ?? 0 }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case of a test until it has no flaky failure, or until no re-run is left.
  ///
  /// Swift Testing documents one call of the function but supports several; each has a fresh instance of the suite.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let mark = mark.today(in: .current(nil)) else { return try await function() }
    let timekeeper = World.current.timekeeper
    var history = RunHistory(at: timekeeper.now())
    while true {
      let end = try await run(TestRun(history, whole: mark, inside: Surroundings.current.testRun), function)
      guard end.conclude(in: .current(nil)) else { return }
      history.rerunBegins(at: timekeeper.now(), after: end)
    }
  }

  private static let comment: Comment = "withheld: the test runs again"

  private func run(_ run: TestRun, _ function: @Sendable () async throws -> Void) async throws -> RunEnd {
    let location = mark.callSite.sourceLocation
    var reported: (any Error)?
    await withKnownIssue(Self.comment, isIntermittent: true, sourceLocation: location) {
      do {
        try await Surroundings.$current.withValue(.with(testRun: run)) { try await function() }
      } catch {
        let place = Test.current?.sourceLocation ?? location
        // XCTest and `Issue.record` report errors too, so only here it is certain that this error ended the test.
        if run.withholds(error, as: { _ in WithheldIssue(error, at: place) }) {
          withKnownIssue(Self.comment) { _ = Issue.record(error, sourceLocation: place) }
        } else {
          reported = error
        }
      }
    } matching: {
      $0.isKept(by: .run(run, nil))
    }
    // A run in a cancelled task does not prove that the test passes.
    guard let reported else { return run.end(wasSkipped: Task.isCancelled) }
    if run.isExpired { run.outer?.refuses(reported) }
    // A skip, a cancellation, or the failure of the last run.
    let isStop = StopError.matches(reported)
    let end = run.end(wasSkipped: isStop)
    // A test with a failure does not count as skipped.
    if isStop, end.action == .report { return end }
    _ = end.conclude(in: .current(nil))
    throw reported
  }
}

extension Trait where Self == FlakyTrait {
  /// Runs a test again when it fails, because it is known to be flaky.
  ///
  /// On a suite it applies to each of its tests. Each case of a parameterized test runs again by itself, with a fresh
  /// instance of its suite. The issues of a run that is followed by another become known issues. A skip or a
  /// cancellation is never run again. A ``flaky(_:fileID:file:line:column:_:)`` inside the test narrows it.
  ///
  /// ```swift
  /// @Test(.flaky(.notFixable(reason: "The map service is slow on Mondays", maxRetryCount: 2)))
  /// func showsMap() async throws { … }
  /// ```
  ///
  /// - Parameters:
  ///   - flakiness: The reason, and the maximum number of re-runs. An invalid value is an issue at the line of the
  ///     trait.
  ///   - fileID: The source file of the trait; with `file`, `line` and `column` the place of that issue.
  ///   - file: The path of the same file.
  ///   - line: The line.
  ///   - column: The column.
  public static func flaky(
    _ flakiness: Flakiness,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
    return FlakyTrait(mark: FlakyMark(flakiness, callSite))
  }
}

extension WithheldIssue {
  /// The issue of an error that has ended a test.
  fileprivate init(_ error: any Error, at location: SourceLocation) {
    let message = "Caught error: \(error)".onOneLine
    self.init(message: message, place: "\(location.fileName):\(location.line)") { note in
      Issue.record(Comment(rawValue: message + note), sourceLocation: location)
    }
  }
}
