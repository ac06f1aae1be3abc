public import XCTest

/// Narrows a test with the trait `.flaky` to a flaky scope: only a failure in the scope makes the test run again.
///
/// The trait may allow fewer re-runs. A test without it cannot run again, so there the scope is an issue at the line of
/// the call. In a ``RetryableTestCase`` use its method of the same name.
///
/// ```swift
/// @Test(.flaky(.fixable(reason: "The map is slow")))
/// func showsMap() {
///   flaky(.fixable(reason: "The map is slow")) { #expect(isMapVisible()) }
///   #expect(isMenuVisible())
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
  guard let scope = FlakyScope(flakiness, at: CallSite(fileID, file, line, column)) else { return try await tests() }
  try await scope.perform(isolation: isolation, tests)
}

extension XCTestCase {
  /// Marks code of a test as a flaky scope: if it fails, the whole test runs again.
  ///
  /// An issue in the scope, or an error that leaves it, is withheld while a re-run is left. The run goes on to its end,
  /// and then the test runs again, including set-up and tear-down. A failure outside flaky scopes is a failure at once.
  /// Then nothing is run again, and the withheld issues are reported too.
  ///
  /// In a test that cannot run again the scope is a failure at the line of the call: if issues cannot be withheld, and
  /// on Linux in any test case but a ``RetryableTestCase``. So is an invalid ``Flakiness``.
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
    let callSite = CallSite(fileID, file, line, column)
    guard let scope = FlakyScope(flakiness, at: callSite, of: self) else { return try tests() }
    try scope.perform(tests)
  }

  /// Marks asynchronous code of a test as a flaky scope: if it fails, the whole test runs again.
  public func flaky(
    _ flakiness: Flakiness,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ tests: () async throws -> Void
  ) async rethrows {
    let callSite = CallSite(fileID, file, line, column)
    guard let scope = FlakyScope(flakiness, at: callSite, of: self) else { return try await tests() }
    try await scope.perform(isolation: isolation, tests)
  }
}
