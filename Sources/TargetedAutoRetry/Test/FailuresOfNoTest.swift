internal import XCTest

/// A failure as XCTest hands it on, and takes it.
struct XCTestFailure: Sendable {
  var description: String
  let file: String
  let line: Int
  /// True for an assertion; false for a thrown error or a misuse of XCTest.
  var isExpected = true

  fileprivate func text(_ note: String) -> String { "\(file):\(line): error: \(description) (\(note))" }
}

extension XCTestFailure {
  /// A failure at a call, or else at the place that XCTest gives to a failure without one.
  init(_ description: String, at callSite: CallSite?, isExpected: Bool = true) {
    let line = callSite.map { Int(clamping: $0.line) } ?? 0
    self.init(description: description, file: callSite?.path ?? "<EXPR>", line: line, isExpected: isExpected)
  }

  /// An error, in the words of XCTest.
  static func thrown(_ error: any Error, in part: String? = nil, at callSite: CallSite? = nil) -> XCTestFailure {
    XCTestFailure("threw error \"\(error)\"" + (part.map { " in \($0)" } ?? ""), at: callSite, isExpected: false)
  }
}

/// The failures that no test could take: in `class func setUp` and `tearDown`, and in code after its test.
///
/// The next test of XCTest has them. If none follows, the process ends red.
enum FailuresOfNoTest {
  private static let failures: Locked<[XCTestFailure]> = {
    ProcessEnd.add { take().map { $0.text("no test came after it, so the process fails") } }
    return Locked([])
  }()

  static func add(_ failure: XCTestFailure) {
    StandardStream.error(failure.text("no test can take it here, so the next one fails, or the process"))
    failures.withLock { $0.append(failure) }
    RunningTest.watch()
  }

  static func hand(to testCase: XCTestCase) { take().forEach(testCase.record) }

  private static func take() -> [XCTestFailure] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
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
