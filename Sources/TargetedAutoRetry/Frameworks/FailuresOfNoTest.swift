internal import Foundation
internal import XCTest

/// The failures that no test could take: in `class func setUp` and `tearDown`, and in code after its test.
///
/// The next test of XCTest has them. If none follows, the process ends red.
enum FailuresOfNoTest {
  private struct Failure {
    let description: String
    let path: String
    let line: UInt

    func tell(_ note: String) { StandardStream.error("\(path):\(line): error: \(description) (\(note))") }
  }

  private static let failures = Locked<[Failure]>([])
  private static let isRegistered = Once()

  static func add(_ description: String, at path: String, _ line: UInt) {
    let failure = Failure(description: description, path: path, line: line)
    failure.tell("no test can take it here, so the next one fails, or the process")
    failures.withLock { $0.append(failure) }
    if isRegistered.claim() { atexit { FailuresOfNoTest.endRed() } }
  }

  /// Fails a test with them, at their own places.
  static func hand(to testCase: XCTestCase) {
    for failure in take() { testCase.record(failure.description, at: failure.path, failure.line) }
  }

  /// Fails the process if a failure is left.
  private static func endRed() {
    let failures = take()
    if failures.isEmpty { return }
    for failure in failures { failure.tell("no test came after it, so the process fails") }
    // A handler cannot change the status of `exit`. What is not flushed would be lost.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  private static func take() -> [Failure] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}
