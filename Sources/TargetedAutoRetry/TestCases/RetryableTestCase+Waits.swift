#if !canImport(Darwin)
  public import Foundation
  public import XCTest

  // XCTest on Linux reports a wait that fails from a thread of its own, of which nobody knows whose it is. The waits here
  // report it from the code that waits. Swift prefers them to those of XCTest, which take more arguments. A wait with
  // `enforceOrder:` or `handler: nil`, and one in an extension of `XCTestCase`, is one of XCTest: in an attempt it is a failure
  // at once.
  extension RetryableTestCase {
    /// Waits for expectations; in an attempt a wait that fails fails the attempt.
    ///
    /// - Parameters:
    ///   - expectations: The expectations to wait for.
    ///   - timeout: The number of seconds to wait at most.
    ///   - file: The path of the source file of the call; with `line` the place of a failure.
    ///   - line: The line.
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

    /// Waits for expectations in asynchronous code; in an attempt a wait that fails fails the attempt.
    ///
    /// - Parameters:
    ///   - expectations: The expectations to wait for.
    ///   - timeout: The number of seconds to wait at most.
    ///   - file: The path of the source file of the call; with `line` the place of a failure.
    ///   - line: The line.
    public nonisolated(nonsending) func fulfillment(
      of expectations: [XCTestExpectation],
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line
    ) async {
      let wait = waits.begin(expectations)
      // Before Swift 6.3 XCTest waits elsewhere than the caller, who goes on only afterwards.
      nonisolated(unsafe) let testCase = self as XCTestCase
      await testCase.fulfillment(of: expectations, timeout: timeout, enforceOrder: false, file: file, line: wait)
      record(waits.end(wait), file, line)
    }

    /// Waits for the expectations that the test case has made; in an attempt a wait that fails fails the attempt.
    @MainActor @preconcurrency
    public func waitForExpectations(timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line) {
      waitForOwnExpectations(timeout: timeout, file, line, handler: nil)
    }

    /// Waits for the expectations that the test case has made, and calls a handler when the wait is over.
    @MainActor @preconcurrency
    public func waitForExpectations(
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line,
      handler: @escaping XCWaitCompletionHandler
    ) {
      waitForOwnExpectations(timeout: timeout, file, line, handler: handler)
    }

    @MainActor
    private func waitForOwnExpectations(
      timeout: TimeInterval,
      _ file: StaticString,
      _ line: Int,
      handler: XCWaitCompletionHandler?
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

  /// The waits of a test case that are going on, to know those again that XCTest reports.
  final class Waits: Sendable {
    private struct State {
      var last = Waits.noLine
      var failures: [Int: [String]] = [:]
      /// What XCTest says of an expectation that must not be fulfilled, and is; it does not say in which wait.
      var inverted: [(text: String, wait: Int)] = []
      /// True while XCTest is asked for the expectations that nobody has waited for.
      var looksForExpectations = false
    }

    /// No file has so many lines: a wait is known again by a line of its own.
    private static let noLine = 1 << 40

    private let state = Locked(State())

    /// The words of XCTest for it.
    static func failure(ofInverted name: String) -> String {
      "Asynchronous wait failed - Fulfilled inverted expectation '\(name)'"
    }

    /// - Returns: The number of the wait, which XCTest takes for its line.
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

    /// - Returns: What has failed in the wait.
    func end(_ wait: Int) -> [String] {
      state.withLock { state in
        state.inverted.removeAll { $0.wait == wait }
        return state.failures.removeValue(forKey: wait) ?? []
      }
    }

    /// Asks XCTest for expectations, which are no failure.
    ///
    /// Only the main thread can wait for expectations of a test case, and it is busy here; XCTest reports from any.
    func looks(forExpectations isLooking: Bool) { state.withLock { $0.looksForExpectations = isLooking } }

    static func isAboutExpectations(_ failure: XCTestFailure) -> Bool {
      failure.description.hasPrefix("Asynchronous wait failed")
        || failure.description.hasPrefix("API violation - call made to wait without any expectations")
    }

    /// - Returns: False for a failure of something else, or of a wait that cannot be told from another.
    func takes(_ failure: XCTestFailure) -> Bool {
      state.withLock { state in
        if state.looksForExpectations, Self.isAboutExpectations(failure) { return true }
        if failure.line <= Self.noLine, state.inverted.isEmpty { return false }
        let candidates = Set(state.inverted.filter { $0.text == failure.description }.map(\.wait))
        let only = candidates.count == 1 ? candidates.first ?? 0 : 0
        let wait = failure.line > Self.noLine ? failure.line : only
        guard state.failures[wait] != nil else { return false }
        state.failures[wait]?.append(failure.description)
        return true
      }
    }
  }
#endif
