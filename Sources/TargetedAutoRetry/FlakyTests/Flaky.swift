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
  guard let scope = FlakyScope(flakiness, at: callSite) else { return try tests() }
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
  guard let scope = FlakyScope(flakiness, at: callSite) else { return try await tests() }
  try await scope.perform(isolation: isolation, tests)
}

extension FlakyScope {
  /// Begins a scope of the current run.
  fileprivate convenience init?(_ flakiness: Flakiness, at callSite: CallSite) {
    self.init(flakiness, at: callSite, of: Surroundings.current.flakyRun, in: .current(nil))
  }
}
