#if !canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension RetryableTestCase {
    /// Runs the test again with another instance, as XCTest tears each one down only once.
    func runAgain(after last: RunningTest) -> (RunningTest, XCTestRun) {
      let instance = type(of: self).init(name: methodName, testClosure: testClosure)
      let run = XCTestRun(test: instance)
      instance.ownRun = run
      run.start()
      let test = RunningTest(after: last, on: instance)
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
