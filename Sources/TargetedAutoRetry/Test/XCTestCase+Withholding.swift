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
  /// A class that makes only this call withholds no assertion: the first issue that shows it is a failure at the line of
  /// the call. A class that inherits both calls may make them again.
  public func withholdingIssues(
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ invokeTest: () -> Void
  ) {
    let callSite = CallSite(fileID, file, line, column)
    // An override further down may have begun the test already.
    if withholdingTest != nil { return invokeTest() }
    defer { RunningTest.end(self) }
    invokeUntilItEnds(RunningTest(self, at: callSite), invokeTest)
  }

  /// The running test, if its issues can be withheld.
  var withholdingTest: RunningTest? { RunningTest.of(self).flatMap { $0.withholds ? $0 : nil } }

  var rerun: Int { withholdingTest?.rerun ?? 0 }
}
