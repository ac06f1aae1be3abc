#if !canImport(Darwin)
  public import Foundation
  public import XCTest

  // XCTest on Linux reports a failed wait from its own thread, so the attempt is unknown. The waits here report it from
  // the waiting code. Swift prefers them to XCTest's, which have more parameters. A wait with `enforceOrder:` or
  // `handler: nil`, or in an extension of `XCTestCase`, still calls XCTest: in an attempt its failure is a failure at
  // once. `XCTWaiter` cannot serve: the test case would not forget the expectations, and its next
  // `waitForExpectations` would stop the process.
  extension RetryableTestCase {
    /// Waits for expectations, at most that many seconds; a failed wait in an attempt fails the attempt.
    @available(*, noasync, message: "Use await fulfillment(of:timeout:) instead.")
    public func wait(
      for expectations: [XCTestExpectation],
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line
    ) {
      let wait = waits.begin(expectations)
      (self as XCTestCase).wait(for: expectations, timeout: timeout, enforceOrder: false, file: file, line: wait)
      record(waits.end(wait), file, line)
    }

    /// The asynchronous twin of ``wait(for:timeout:file:line:)``.
    public nonisolated(nonsending) func fulfillment(
      of expectations: [XCTestExpectation],
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line
    ) async {
      let wait = waits.begin(expectations)
      // Before Swift 6.3 XCTest waits off the caller's actor, and the caller is suspended meanwhile.
      nonisolated(unsafe) let testCase = self as XCTestCase
      await testCase.fulfillment(of: expectations, timeout: timeout, enforceOrder: false, file: file, line: wait)
      record(waits.end(wait), file, line)
    }

    /// Waits for the expectations that the test case has made; a failed wait in an attempt fails the attempt.
    @MainActor @preconcurrency
    public func waitForExpectations(timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line) {
      waitForExpectations(timeout: timeout, file: file, line: line, handler: { _ in })
    }

    /// Waits for the expectations that the test case has made, and calls a handler when the wait is over.
    @MainActor @preconcurrency
    public func waitForExpectations(
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line,
      handler: @escaping XCWaitCompletionHandler
    ) {
      let wait = waits.begin([])
      (self as XCTestCase).waitForExpectations(timeout: timeout, file: file, line: wait, handler: handler)
      record(waits.end(wait), file, line)
    }

    private func record(_ failures: [String], _ file: StaticString, _ line: Int) {
      for failure in failures {
        recordFailure(withDescription: failure, inFile: "\(file)", atLine: line, expected: true)
      }
    }
  }

  /// The current waits of a test case, to match them with the failures that XCTest reports.
  final class Waits: Sendable {
    private struct State {
      /// Above any line of a file: each wait gets such a line, by which its failure is recognized.
      var last = 1 << 40
      var failures: [Int: [String]] = [:]
      /// XCTest's texts for fulfilled inverted expectations, which do not name the wait.
      var inverted: [(text: String, wait: Int)] = []
    }

    private let state = Locked(State())

    static func failure(ofInverted name: String) -> String {
      "Asynchronous wait failed - Fulfilled inverted expectation '\(name)'"
    }

    func begin(_ expectations: [XCTestExpectation]) -> Int {
      let inverted = expectations.filter(\.isInverted).map(\.expectationDescription)
      return state.withLock { state in
        state.last += 1
        state.failures[state.last] = []
        for name in inverted {
          state.inverted.append((Self.failure(ofInverted: name), state.last))
        }
        return state.last
      }
    }

    func end(_ wait: Int) -> [String] {
      state.withLock { state in
        state.inverted.removeAll { $0.wait == wait }
        return state.failures.removeValue(forKey: wait) ?? []
      }
    }

    /// Takes a failure of a wait; false for another failure, or if several waits match.
    func take(_ failure: XCTestFailure) -> Bool {
      state.withLock { state in
        let inverted = Set(state.inverted.filter { $0.text == failure.description }.map(\.wait))
        let wait = inverted.count == 1 ? inverted.first ?? 0 : failure.line
        guard state.failures[wait] != nil else { return false }
        state.failures[wait]?.append(failure.description)
        return true
      }
    }
  }
#endif
