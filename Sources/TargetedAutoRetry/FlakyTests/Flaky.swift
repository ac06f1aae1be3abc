/// Narrows a test with the trait `.flaky` to a flaky scope: only a failure in the scope makes the test run again.
///
/// A test without the trait cannot run again, so there the scope is an issue at the line of the call. In a
/// ``RetryableTestCase`` use its method of the same name.
///
/// ```swift
/// @Test(.flaky(.fixable(reason: "The map is slow")))
/// func showsMap() {
///   flaky(.fixable(reason: "The map is slow")) { #expect(isMapVisible()) }
///   #expect(isMenuVisible())
/// }
/// ```
///
/// - Parameters:
///   - flakiness: The reason, and the maximum number of re-runs; the trait may allow fewer.
///   - fileID: The source file of the call; with `file`, `line` and `column` the place of an issue with the scope.
///   - file: The path of the same file.
///   - line: The line.
///   - column: The column.
///   - tests: The code of the flaky scope.
public func flaky(
  _ flakiness: Flakiness,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () throws -> Void
) rethrows {
  let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
  guard let scope = TestRun.begin(FlakyMark(flakiness, callSite)) else { return try tests() }
  try scope.perform(tests)
}

/// Narrows a test with the trait `.flaky` to an asynchronous flaky scope.
public func flaky(
  _ flakiness: Flakiness,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ tests: () async throws -> Void
) async rethrows {
  let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
  guard let scope = TestRun.begin(FlakyMark(flakiness, callSite)) else { return try await tests() }
  try await scope.perform(isolation: isolation, tests)
}

extension TestRun {
  /// Begins a scope of the current run; nil, with an issue, if the mark is invalid or the test cannot run again.
  fileprivate static func begin(_ mark: FlakyMark) -> FlakyScope? {
    let test = RunningTest.current(nil)
    let run = Surroundings.current.testRun
    run?.begins(mark)
    guard let mark = mark.today(in: test) else { return nil }
    if let run { return FlakyScope(mark, of: run) }
    mark.fail(
      test?.framework == .swiftTesting
        ? "A flaky scope needs the trait .flaky on its test."
        : FlakyMark.needsRerun,
      in: test
    )
    return nil
  }
}

extension FlakyMark {
  static let needsRerun = "A flaky scope needs a test that can run again: inherit from RetryableTestCase."
}
