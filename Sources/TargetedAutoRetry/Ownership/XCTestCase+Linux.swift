#if !canImport(Darwin)
  internal import Foundation
  public import XCTest

  extension XCTestCase {
    /// Holds a failure back for now, if it belongs to an attempt or to another place that may forgive it.
    ///
    /// Call it in `recordFailure` of a base class that cannot inherit from ``RetryableTestCase``:
    ///
    /// ```swift
    /// override func recordFailure(
    ///   withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    /// ) {
    ///   if holdBack(description, file: file, line: line, isAssertion: expected) { return }
    ///   super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
    /// }
    /// ```
    ///
    /// A failure that was held back is recorded later if its step fails after all.
    ///
    /// - Parameters:
    ///   - description: The message of the failure.
    ///   - file: The path of the file in which it occurred.
    ///   - line: The line number in that file.
    ///   - isAssertion: Whether it is a failed assertion; `false` for a thrown error. XCTest calls this `expected`.
    /// - Returns: Whether the failure was held back; `false` outside ``withholdingIssues(_:)``.
    ///   Once the test has ended, it is `true`: the failure is printed, and the process exits with an error.
    public func holdBack(_ description: String, file: String, line: Int, isAssertion: Bool) -> Bool {
      // XCTest accepts failures from any thread.
      nonisolated(unsafe) let testCase = self
      func issue(_ message: String) -> TestIssue {
        TestIssue(message, path: file, line: line, isAssertion: isAssertion) { testCase.record($0) }
      }
      if (self as? RetryableTestCase)?.waits.take(description, at: line) == true { return true }
      guard let test = withholdingTest else {
        if isRunning { return false }
        // XCTest would stop the process.
        issue("\(description) (of \(name), which had ended)").failProcess()
        return true
      }
      // A place in the setup or teardown has already recorded its error.
      if !isAssertion, let ending = test.state.withLock({ $0.ending }), description == "threw error \"\(ending)\"" {
        // After such an error in the setup, XCTest treats the test as skipped.
        if testRun?.hasBeenSkipped == false { test.state.withLock { $0.isCutShort = true } }
        return true
      }
      // XCTest passes on only the text of an error, without a place.
      if !isAssertion, line == 0, let error = test.thrown(where: { "threw error \"\($0)\"" == description })?.error {
        if !test.hasFailure(of: error) { test.record(error) }
        return true
      }
      if test.testCase === self { return test.keepOut(handedIn: issue(description)) }
      // XCTest does not know an instance that was made for a later run.
      test.testCase?.record(issue(description))
      return true
    }

    var knownToXCTest: XCTestCase { (self as? RetryableTestCase)?.firstInstance ?? self }

    func record(_ issue: TestIssue) {
      recordFailure(withDescription: issue.message, inFile: issue.path, atLine: issue.line, expected: issue.isAssertion)
    }
  }

  extension RetryableTestCase {
    /// XCTest would pass on only the text of an error, and drop that of `XCTUnwrap` even if its failure was forgiven.
    func runTestFunction(_ function: XCTestCaseClosure) throws {
      do {
        try function(self)
      } catch let skip as XCTSkip {
        throw skip
      } catch {
        guard let test = withholdingTest else { throw error }
        if test.isEnding(error) { return test.state.withLock { $0.isCutShort = true } }
        if !test.hasFailure(of: error) { test.record(error) }
      }
    }
  }
#endif
