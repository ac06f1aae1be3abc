#if !canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension IssueWithholdingTestCase {
    func invokeTestUntilItEnds() {
      invokeTestOnce()
      checkExpectations()
      var run = testRun
      while runsAgain(after: run) { run = runOfFreshInstance() }
    }

    /// XCTest tears an instance down once only, so a re-run has its own.
    private func runOfFreshInstance() -> XCTestRun {
      let instance = type(of: self).init(name: methodName, testClosure: testClosure)
      let run = XCTestRun(test: instance)
      instance.shareRun(of: self)
      instance.original = self
      instance.ownRun = run
      run.start()
      instance.invokeTestOnce()
      instance.checkExpectations()
      run.stop()
      return run
    }

    /// Runs the test function, and reports the error that ends it: XCTest would hand on only a text.
    func runTestFunction(_ function: XCTestCaseClosure) throws {
      do {
        try function(self)
      } catch {
        let step = ledger.step(endedBy: error)
        let place = EndedStep.place(of: error, endingStep: step)
        let failure = XCTestFailure.thrown(error, at: place, in: step)
        if run.withholds(error, as: { issue(failure, in: $0) }) {
          return
        } else if StopError.matches(error) || place == nil {
          throw error
        } else {
          handle(failure)
        }
      }
    }

    private func issue(_ failure: XCTestFailure, in scope: FlakyScope?) -> WithheldIssue {
      var failure = failure
      if let callSite = scope?.mark.callSite, failure.line == 0 {
        (failure.file, failure.line) = (callSite.path, Int(clamping: callSite.line))
      }
      return issue(failure)
    }

    private func issue(_ failure: XCTestFailure) -> WithheldIssue {
      let place = "\(URL(fileURLWithPath: failure.file).lastPathComponent):\(failure.line)"
      // XCTest takes failures from any thread. An instance for a re-run is let go of when its run is over.
      nonisolated(unsafe) let testCase = original ?? self
      return WithheldIssue(message: failure.description, place: place) { note in
        var failure = failure
        failure.description += note
        testCase.handle(failure)
      }
    }

    func handle(_ failure: XCTestFailure) {
      if looksForExpectations.withLock({ $0 }), Self.isAboutExpectations(failure) { return }
      if waits.takes(failure) || original?.waits.takes(failure) == true { return }
      if !withholds(issue(failure)) { report(failure) }
    }

    /// Hands a failure to the test that XCTest knows of.
    private func report(_ failure: XCTestFailure) {
      let known = original ?? self
      if let run = known.testRun, run.startDate != nil, run.stopDate == nil {
        known.reportToXCTest(failure)
      } else if let running = RunningTestCase.current as? IssueWithholdingTestCase, running !== known {
        // XCTest would stop the process.
        running.report(failure)
      } else {
        StandardStream.error("\(failure.file):\(failure.line): error: \(failure.description) (after \(name) was over)")
      }
    }
  }

  // An expectation that is made and never waited for is a misuse, and a failure at the end of the test. XCTest looks for
  // them only in the instance that it knows, and there in those of a run too that is followed by another.
  extension IssueWithholdingTestCase {
    /// Looks for expectations of the run that is over.
    private func checkExpectations() {
      let wasCutShort = run.hasWithheldError
      guard wasCutShort || original != nil, Thread.isMainThread, takeExpectations(), !wasCutShort else { return }
      // The expectations of a run that an error has cut short could not be waited for.
      handle(
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
      looksForExpectations.withLock { $0 = true }
      defer { looksForExpectations.withLock { $0 = false } }
      let found = Locked(false)
      // The caller has made sure that this is the main thread.
      nonisolated(unsafe) let testCase = self
      MainActor.assumeIsolated {
        (testCase as XCTestCase).waitForExpectations(timeout: 0) { _ in found.withLock { $0 = true } }
      }
      return found.withLock { $0 }
    }

    /// Only the main thread can wait for expectations of a test case, and it is busy here; XCTest reports from any.
    static func isAboutExpectations(_ failure: XCTestFailure) -> Bool {
      failure.description.hasPrefix("Asynchronous wait failed")
        || failure.description.hasPrefix("API violation - call made to wait without any expectations")
    }
  }

  /// A failure as XCTest hands it on.
  struct XCTestFailure: Sendable {
    var description: String
    var file: String
    var line: Int
    /// True if it is of an assertion; otherwise it is an error that was thrown, or a misuse of XCTest.
    var isExpected: Bool

    static func thrown(_ error: any Error, at place: (file: String, line: Int)?, in step: EndedStep?) -> XCTestFailure {
      // XCTest's own words and place.
      let text = "threw error \"\(error)\""
      return XCTestFailure(
        description: step?.description(text) ?? text,
        file: place?.file ?? "<EXPR>",
        line: place?.line ?? 0,
        isExpected: false
      )
    }
  }
#endif
