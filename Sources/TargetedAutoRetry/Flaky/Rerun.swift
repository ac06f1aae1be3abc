internal import Foundation
internal import XCTest

extension RetryableTestCase {
  /// The number of times this test has run again after failures in flaky scopes: 0 in its first run.
  public var retryCount: Int { withholdingTest?.keeper.rerun ?? 0 }
}

#if canImport(Darwin)
  extension RetryableUITestCase {
    /// The number of times this test has run again after failures in flaky scopes: 0 in its first run.
    public nonisolated var retryCount: Int { withholdingTest?.keeper.rerun ?? 0 }
  }

  extension XCTestCase {
    var canRunAgain: Bool { true }
  }

  extension FlakyTest {
    func end(_ first: TestRun, repeating invokeTest: () -> Void) {
      var run = first
      while end(run, stoppedBy: first.testCase?.testRun?.hasBeenSkipped == true ? .skip : nil) {
        run = next(after: run)
        run.perform(invokeTest)
      }
    }
  }
#else
  extension XCTestCase {
    /// Another run needs a new instance, which only classes of this library are known to make.
    var canRunAgain: Bool { self is RetryableTestCase }
  }

  extension FlakyTest {
    func end(_ first: TestRun, repeating invokeTest: () -> Void) {
      let retryable = first.testCase as? RetryableTestCase
      retryable?.checkExpectations(of: first)
      var (run, xctestRun) = (first, first.testCase?.testRun)
      while end(run, stoppedBy: xctestRun?.hasBeenSkipped == true && !run.isCutShort ? .skip : nil), let retryable {
        (run, xctestRun) = perform(after: run, of: retryable)
      }
    }

    /// Each run has an instance of its own, because XCTest tears an instance down only once.
    private func perform(after last: TestRun, of testCase: RetryableTestCase) -> (TestRun, XCTestRun) {
      let instance = testCase.makeInstance()
      let xctestRun = XCTestRun(test: instance)
      (instance.ownRun, instance.firstInstance) = (xctestRun, testCase)
      xctestRun.start()
      let run = next(after: last, on: instance)
      run.perform { instance.invokeTestOfXCTest() }
      instance.checkExpectations(of: run)
      xctestRun.stop()
      return (run, xctestRun)
    }
  }

  // XCTest fails a test that creates an expectation but never awaits it. It checks only the instance that it knows, and
  // counts the expectations of runs that another run follows.
  extension RetryableTestCase {
    fileprivate func checkExpectations(of run: TestRun) {
      let isCutShort = run.isCutShort
      // Only the main thread can wait for them. Those of a run that an error cut short are forgotten without a failure.
      guard isCutShort || run.testCase !== self, Thread.isMainThread, takeExpectations(), !isCutShort else { return }
      let text = "Failed due to expectations of re-run \(retryCount) that were never awaited"
      record(TestIssue(text, path: "<EXPR>", line: 0, isAssertion: false) { _ in })
    }

    /// Waits with a timeout of zero, after which XCTest has forgotten all expectations; returns whether there were any.
    private func takeExpectations() -> Bool {
      let found = Locked(false)
      let wait = waits.begin()
      nonisolated(unsafe) let testCase = self as XCTestCase
      MainActor.assumeIsolated {
        testCase.waitForExpectations(timeout: 0, line: wait) { _ in found.withLock { $0 = true } }
      }
      _ = waits.end(wait)
      return found.withLock { $0 }
    }
  }
#endif
