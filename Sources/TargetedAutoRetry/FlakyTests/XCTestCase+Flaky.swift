public import XCTest

extension XCTestCase {
  /// Marks a part of a test as flaky: if something fails in it, the whole test runs again.
  ///
  /// An issue of the part, or an error that leaves it, is withheld while a re-run is left; the run ends as it would,
  /// and then the test runs again, set-up and tear-down included. A failure outside of flaky scopes is a failure at
  /// once. Then nothing is run again, and what was withheld is reported too.
  ///
  /// A scope of a test that cannot run again is a failure at the line of the call: where no issues are withheld, and on Linux in any
  /// test case but a ``RetryableTestCase``.
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
    let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
    guard let scope = begin(FlakyMark(flakiness, callSite)) else { return try tests() }
    try scope.perform(tests)
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
    let callSite = CallSite(fileID: fileID, file: file, line: line, column: column)
    guard let scope = begin(FlakyMark(flakiness, callSite)) else { return try await tests() }
    try await scope.perform(isolation: isolation, tests)
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

  /// The scope of the current run that begins here; nil where it cannot do what it is for, which is told.
  private func begin(_ mark: FlakyMark) -> FlakyScope? {
    let test = RunningTest.current(self)
    guard let mark = mark.today(in: test) else { return nil }
    guard let withholding = WithholdingTest.of(self), withholding.canRunAgain else {
      mark.fail(FlakyMark.needsRerun, in: test)
      return nil
    }
    let run = withholding.run
    run.begins(mark)
    return FlakyScope(mark, of: run)
  }
}
