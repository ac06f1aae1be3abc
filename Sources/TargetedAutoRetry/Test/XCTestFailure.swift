internal import Testing
internal import XCTest

/// A failure as XCTest hands it on, and takes it.
struct XCTestFailure: Sendable {
  var description: String
  let file: String
  let line: Int
  /// True for an assertion; false for a thrown error or a misuse of XCTest.
  var isExpected = true

  /// Prints the failure at once, because no running test can take it, and lets the process end red.
  func failProcess() {
    ProcessEnd.fail("\(file):\(line): error: \(description) (no running test can take it, so the process ends red)")
  }
}

extension XCTestFailure {
  /// A failure at a call, or else at the place that XCTest gives to a failure without one.
  init(_ description: String, at callSite: CallSite?, isExpected: Bool = true) {
    let line = callSite.map { Int(clamping: $0.line) } ?? 0
    self.init(description: description, file: callSite?.path ?? "<EXPR>", line: line, isExpected: isExpected)
  }

  /// An error, in the words of XCTest.
  static func thrown(_ error: any Error, at callSite: CallSite? = nil) -> XCTestFailure {
    XCTestFailure("threw error \"\(error)\"", at: callSite, isExpected: false)
  }
}

extension XCTestFailure {
  init(_ description: String, at location: SourceLocation) {
    self.init(description: description, file: location.path, line: location.line)
  }
}

extension XCTestCase {
  #if canImport(Darwin)
    func record(_ failure: XCTestFailure) {
      let location = XCTSourceCodeLocation(filePath: failure.file, lineNumber: failure.line)
      let context = XCTSourceCodeContext(location: location)
      let type: XCTIssue.IssueType = failure.isExpected ? .assertionFailure : .thrownError
      record(XCTIssue(type: type, compactDescription: failure.description, sourceCodeContext: context))
    }
  #else
    func record(_ failure: XCTestFailure) {
      recordFailure(
        withDescription: failure.description,
        inFile: failure.file,
        atLine: failure.line,
        expected: failure.isExpected
      )
    }
  #endif
}
