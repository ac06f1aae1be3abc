internal import Testing

/// A failure for the running test, at the line where the test author wrote the call.
struct TestFailure: Sendable {
  let message: String
  let callSite: CallSite
  let test: RunningTest?
  let kind: OwnFailure.Kind

  /// Records the failure with the framework that runs the test; where no test runs, on standard error.
  ///
  /// - Returns: Whether a test has it.
  @discardableResult
  func record() -> Bool {
    OwnFailure.$current.withValue(OwnFailure(kind)) {
      if Test.current != nil {
        recordInSwiftTesting()
        return true
      }
      if recordInXCTest() { return true }
      // From a detached thread of a Swift Testing test this still fails the run; elsewhere nobody hears it.
      recordInSwiftTesting()
      StandardStream.error("\(callSite.file):\(callSite.line): error: \(message) \(Self.explanation)")
      return false
    }
  }

  private static let explanation =
    "(XCTest knows of no test here and drops this: class func setUp and tearDown, and code after its test, fail no test.)"

  private func recordInSwiftTesting() {
    Issue.record(Comment(rawValue: message), sourceLocation: callSite.sourceLocation)
  }
}

extension CallSite {
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: resolvedFileID,
      filePath: file.description,
      // Swift Testing traps on a line or a column below 1.
      line: Int(clamping: max(line, 1)),
      column: Int(clamping: resolvedColumn)
    )
  }
}
