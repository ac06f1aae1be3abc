/// Narrows a test with the trait `.flaky` to a part: only what fails in it makes the test run again.
///
/// A test without the trait cannot run again, so there the scope is an issue at the line of the call. In a
/// ``RetryableTestCase`` its method of the same name is what you want.
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
///   - flakiness: Why, and how often the test may run again; the trait may allow less.
///   - fileID: The source file of the call; with `file`, `line` and `column` the place of an issue with the scope.
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
  let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
  guard let part = TestRun.begin(FlakyScope(flakiness: flakiness, callSite: callSite)) else { return try tests() }
  defer { part.end() }
  try part.run(tests)
}

/// Narrows a test with the trait `.flaky` to an asynchronous part: only what fails in it makes the test run again.
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
  guard let part = TestRun.begin(FlakyScope(flakiness: flakiness, callSite: callSite)) else { return try await tests() }
  defer { part.end() }
  try await part.run(isolation: isolation, tests)
}

extension TestRun {
  /// The part of the current run that the scope makes; where it cannot do what it is for, nil, which is told.
  fileprivate static func begin(_ scope: FlakyScope) -> FlakyPart? {
    let test = RunningTest.current(nil)
    current?.begins(scope)
    guard let scope = scope.today(in: test) else { return nil }
    if current == nil {
      scope.fail(
        test?.framework == .swiftTesting
          ? "A flaky scope needs the trait .flaky on its test."
          : "A flaky scope needs a test that can run again: inherit from RetryableTestCase.",
        in: test
      )
    }
    return current.map { FlakyPart(scope, of: $0) }
  }
}
