#if canImport(Darwin)
  internal import XCTest

  extension RetryableTestCase {
    /// The number of times this test has run again after failures in flaky scopes: 0 in its first run.
    public var retryCount: Int { rerun }
  }

  extension RetryableUITestCase {
    /// The number of times this test has run again after failures in flaky scopes: 0 in its first run.
    public nonisolated var retryCount: Int { rerun }
  }

  extension XCTestCase {
    fileprivate var rerun: Int { withholdingTest?.keeper.rerun ?? 0 }

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
#endif
