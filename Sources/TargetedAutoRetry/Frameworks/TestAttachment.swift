internal import Testing
internal import XCTest

/// A file for the report of a test, as its framework keeps it.
struct TestAttachment {
  let file: AttachedFile
  /// The test case whose step it belongs to, where the step is called on one.
  let testCase: XCTestCase?
  let callSite: CallSite

  /// Adds it to the test; XCTest on Linux has no place for it.
  func add() {
    if Test.current != nil {
      Attachment.record(file.bytes, named: file.safeName, sourceLocation: callSite.sourceLocation)
    } else {
      addToXCTest()
    }
  }
}
