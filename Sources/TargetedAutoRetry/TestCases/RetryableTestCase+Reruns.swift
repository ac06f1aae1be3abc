#if !canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension RetryableTestCase {
    /// Runs the test again, with an instance of its own: XCTest tears each down once only.
    ///
    /// - Returns: The run of that instance.
    func runAgain(_ test: WithholdingTest) -> XCTestRun {
      let instance = type(of: self).init(name: methodName, testClosure: testClosure)
      let run = XCTestRun(test: instance)
      instance.waits = waits
      instance.ownRun = run
      run.start()
      test.perform(on: instance) { instance.invokeTestOfXCTest() }
      instance.checkExpectations(of: test)
      run.stop()
      return run
    }

    /// Runs the test function, and reports the error that ends it: XCTest would hand on only a text.
    func runTestFunction(_ function: XCTestCaseClosure) throws {
      do {
        try function(self)
      } catch {
        guard let test = WithholdingTest.of(self) else { throw error }
        let step = test.run.ledger.step(endedBy: error)
        let place = EndedStep.place(of: error, endingStep: step)
        let failure = XCTestFailure.thrown(error, at: place, in: step)
        if test.run.withholds(error, as: { WithheldIssue(failure.placed(in: $0), of: test.testCase) }) {
          return
        } else if StopError.matches(error) || place == nil {
          throw error
        } else {
          record(failure)
        }
      }
    }
  }

  extension XCTestFailure {
    /// The same at the place of a flaky scope, where its own is not known.
    fileprivate func placed(in scope: FlakyScope?) -> XCTestFailure {
      guard let callSite = scope?.mark.callSite, line == 0 else { return self }
      var placed = self
      (placed.file, placed.line) = (callSite.path, Int(clamping: callSite.line))
      return placed
    }
  }

  // An expectation that is made and never waited for is a misuse, and a failure at the end of the test. XCTest looks for
  // them only in the instance that it knows, and there in those of a run too that is followed by another.
  extension RetryableTestCase {
    /// Looks for expectations of the run that is over.
    func checkExpectations(of test: WithholdingTest) {
      let wasCutShort = test.run.hasWithheldError
      guard wasCutShort || test.testCase !== self, Thread.isMainThread, takeExpectations(), !wasCutShort else { return }
      // The expectations of a run that an error has cut short could not be waited for.
      record(
        XCTestFailure(
          description: "Failed due to expectations of re-run \(retryCount) that nobody waited for",
          file: "<EXPR>",
          line: 0,
          isExpected: false
        )
      )
    }

    /// Waits for all expectations for no time at all, after which XCTest has forgotten them.
    ///
    /// - Returns: True if there were any.
    private func takeExpectations() -> Bool {
      let found = Locked(false)
      // The caller has made sure that this is the main thread.
      nonisolated(unsafe) let testCase = self
      waits.looks(forExpectations: true)
      defer { waits.looks(forExpectations: false) }
      MainActor.assumeIsolated {
        (testCase as XCTestCase).waitForExpectations(timeout: 0) { _ in found.withLock { $0 = true } }
      }
      return found.withLock { $0 }
    }
  }
#endif
