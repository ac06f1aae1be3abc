#if !canImport(Darwin)
  internal import Foundation
  public import XCTest

  extension XCTestCase {
    /// Decides about a failure that XCTest hands on; for `recordFailure` of your own base class.
    ///
    /// ```swift
    /// override func recordFailure(
    ///   withDescription description: String,
    ///   inFile file: String,
    ///   atLine line: Int,
    ///   expected: Bool
    /// ) {
    ///   if withholds(description, file, line, expected) { return }
    ///   super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
    /// }
    /// ```
    ///
    /// A withheld failure is recorded again if its step fails after all.
    ///
    /// - Returns: True if it is kept out of the result for now, or if this test is over: then the process ends red.
    ///   False also outside ``withholdingIssues(fileID:file:line:column:_:)``.
    public func withholds(_ description: String, _ file: String, _ line: Int, _ expected: Bool) -> Bool {
      var failure = XCTestFailure(description: description, file: file, line: line, isExpected: expected)
      if (self as? RetryableTestCase)?.waits.take(failure) == true { return true }
      guard let test = withholdingTest else {
        if isRunning { return false }
        // XCTest would stop the process.
        failure.description += " (of \(name))"
        failure.failProcess()
        return true
      }
      // The flaky scope in a set-up or a tear-down has recorded its error.
      if !expected, description == XCTestFailure.thrown(RunIsOver()).description {
        // After that of a set-up XCTest takes the test for skipped.
        if testRun?.hasBeenSkipped == false { (self as? RetryableTestCase)?.isCutShort = true }
        return true
      }
      if test.testCase === self { return test.decide(aboutHandedIn: TestIssue(failure, of: self)) }
      // XCTest does not know an instance that was made for a re-run.
      test.testCase?.record(failure)
      return true
    }

    /// True for classes of this library: a re-run needs a new instance, which only they are known to make.
    var canRunAgain: Bool { self is RetryableTestCase }

    func invokeUntilItEnds(_ first: RunningTest, _ invokeTest: () -> Void) {
      first.perform(invokeTest)
      (self as? RetryableTestCase)?.checkExpectations(of: first)
      var (test, run) = (first, testRun)
      while test.end(wasSkipped: run?.isSkip ?? false), let retryable = self as? RetryableTestCase {
        (test, run) = retryable.runAgain(after: test)
      }
    }
  }

  extension XCTestRun {
    fileprivate var isSkip: Bool { hasBeenSkipped && (test as? RetryableTestCase)?.isCutShort != true }
  }

  extension TestIssue {
    init(_ failure: XCTestFailure, of testCase: XCTestCase) {
      // XCTest accepts failures from any thread.
      nonisolated(unsafe) let testCase = testCase
      let (place, path) = (failure.file.place(failure.line), "\(failure.file):\(failure.line)")
      self.init(message: failure.description, place: place, path: path, isOfLine: failure.line > 0) {
        message in
        var failure = failure
        failure.description = message
        testCase.record(failure)
      }
    }
  }

  extension RetryableTestCase {
    /// Runs the test again with another instance, as XCTest tears each one down only once.
    func runAgain(after last: RunningTest) -> (RunningTest, XCTestRun) {
      let instance = type(of: self).init(name: methodName, testClosure: testClosure)
      let run = XCTestRun(test: instance)
      instance.ownRun = run
      run.start()
      let test = last.next(on: instance)
      test.perform { instance.invokeTestOfXCTest() }
      instance.checkExpectations(of: test)
      run.stop()
      return (test, run)
    }

    /// XCTest would pass on only a text, and drops the error of `XCTUnwrap`, also if its failure was forgiven.
    func runTestFunction(_ function: XCTestCaseClosure) throws {
      // The steps of a tear-down run, as on Apple's platforms.
      defer { withholdingTest?.endedBy.withLock { $0 = nil } }
      do {
        try function(self)
      } catch let skip as XCTSkip {
        throw skip
      } catch is RunIsOver {
        isCutShort = true
      } catch {
        guard let test = withholdingTest else { throw error }
        if !test.hasFailure(of: error) { test.record(error) }
      }
    }
  }

  // XCTest fails a test at its end if an expectation was created but never awaited. It checks only the instance that it
  // knows, and counts expectations of runs that are followed by another.
  extension RetryableTestCase {
    func checkExpectations(of test: RunningTest) {
      let wasCutShort = isCutShort
      // Only the main thread can wait for expectations of a test case.
      guard wasCutShort || test.testCase !== self, Thread.isMainThread, takeExpectations(), !wasCutShort else { return }
      // A run that an error cut short could not wait for its expectations.
      let text = "Failed due to expectations of re-run \(retryCount) that were never awaited"
      record(XCTestFailure(text, at: nil, isExpected: false))
    }

    /// Waits for all expectations with no timeout, after which XCTest has forgotten them; true if there were any.
    private func takeExpectations() -> Bool {
      let found = Locked(false)
      let wait = waits.begin([])
      nonisolated(unsafe) let testCase = self as XCTestCase
      MainActor.assumeIsolated {
        testCase.waitForExpectations(timeout: 0, line: wait) { _ in found.withLock { $0 = true } }
      }
      _ = waits.end(wait)
      return found.withLock { $0 }
    }
  }
#endif
