public import XCTest

extension XCTestCase {
  /// Runs a test and withholds the issues of its attempts; for `invokeTest()` of your own base class.
  ///
  /// ``RetryableTestCase`` consists of this call and a call of `withholds` in the override that records issues. A base
  /// class that inherits from another one makes both calls itself (<doc:AssertionsInAttempts>):
  ///
  /// ```swift
  /// override func invokeTest() {
  ///   withholdingIssues { super.invokeTest() }
  /// }
  /// ```
  ///
  /// A class that makes only this call withholds nothing: the first issue that shows it is a failure at the line of the
  /// call. A class that inherits both calls may make them again.
  public func withholdingIssues(
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ invokeTest: () -> Void
  ) {
    let callSite = CallSite(fileID, file, line, column)
    guard let test = WithholdingTestCase(self, callSite) else { return invokeTest() }
    defer { RunningTestCase.end(self) }
    invokeUntilItEnds(test, invokeTest)
  }

  var rerun: Int { WithholdingTestCase.of(self)?.run.rerun ?? 0 }
}
