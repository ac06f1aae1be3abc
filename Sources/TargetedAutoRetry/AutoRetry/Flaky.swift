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
  guard FlakyRun.accepts(FlakyScope(flakiness: flakiness, callSite: callSite)) else { return try tests() }
  do {
    try FlakyRun.$scope.withValue(flakiness, operation: tests)
  } catch {
    FlakyRun.current?.errorLeaves(flakiness)
    throw error
  }
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
  guard FlakyRun.accepts(FlakyScope(flakiness: flakiness, callSite: callSite)) else { return try await tests() }
  do {
    try await FlakyRun.$scope.withValue(flakiness, operation: tests, isolation: isolation)
  } catch {
    FlakyRun.current?.errorLeaves(flakiness)
    throw error
  }
}

extension FlakyRun {
  /// Whether the scope can do what it is for; if not, says so.
  fileprivate static func accepts(_ scope: FlakyScope) -> Bool {
    let test = RunningTest.current(nil)
    current?.narrow()
    guard let scope = scope.today(in: test), !scope.isExpired else { return false }
    if current == nil { scope.fail("A flaky scope needs the trait .flaky on its test.", in: test) }
    return current != nil
  }
}
