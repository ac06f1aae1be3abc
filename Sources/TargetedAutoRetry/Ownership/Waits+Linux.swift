#if !canImport(Darwin)
  public import Foundation
  public import XCTest

  // XCTest on Linux reports a failed wait from its own thread, so the attempt is unknown. The waits here report it from
  // the waiting code. Swift prefers them to those of XCTest, which have more parameters. A wait with `enforceOrder:` or
  // `handler: nil`, or in an extension of `XCTestCase`, still calls XCTest, and if it fails, the test fails at once. So
  // does a test whose inverted expectation is fulfilled, because XCTest does not tell in which wait.
  // `XCTWaiter` is no alternative: the test case would not forget the expectations, and its next `waitForExpectations`
  // would stop the process.
  extension RetryableTestCase {
    /// Waits for expectations, for at most `timeout` seconds; a wait that fails inside an attempt fails the attempt.
    @available(*, noasync, message: "Use await fulfillment(of:timeout:) instead.")
    public func wait(
      for expectations: [XCTestExpectation],
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line
    ) {
      if let problem = expectations.problem { return record([problem], file, line) }
      let wait = waits.begin()
      (self as XCTestCase).wait(for: expectations, timeout: timeout, enforceOrder: false, file: file, line: wait)
      record(waits.end(wait), file, line)
    }

    /// Waits for expectations without blocking a thread; a wait that fails inside an attempt fails the attempt.
    public nonisolated(nonsending) func fulfillment(
      of expectations: [XCTestExpectation],
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line
    ) async {
      if let problem = expectations.problem { return record([problem], file, line) }
      let wait = waits.begin()
      // Safe: before Swift 6.3 XCTest waits off the caller's actor, but the caller is suspended meanwhile.
      nonisolated(unsafe) let testCase = self as XCTestCase
      await testCase.fulfillment(of: expectations, timeout: timeout, enforceOrder: false, file: file, line: wait)
      record(waits.end(wait), file, line)
    }

    /// Waits for all expectations of the test case, for at most `timeout` seconds.
    @MainActor @preconcurrency
    public func waitForExpectations(timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line) {
      waitForExpectations(timeout: timeout, file: file, line: line, handler: { _ in })
    }

    /// Waits for all expectations of the test case, for at most `timeout` seconds, and then calls a handler.
    @MainActor @preconcurrency
    public func waitForExpectations(
      timeout: TimeInterval,
      file: StaticString = #filePath,
      line: Int = #line,
      handler: @escaping XCWaitCompletionHandler
    ) {
      let wait = waits.begin()
      (self as XCTestCase).waitForExpectations(timeout: timeout, file: file, line: wait, handler: handler)
      record(waits.end(wait), file, line)
    }

    private func record(_ failures: [String], _ file: StaticString, _ line: Int) {
      for failure in failures {
        recordFailure(withDescription: failure, inFile: "\(file)", atLine: line, expected: true)
      }
    }
  }

  extension [XCTestExpectation] {
    /// The misuse at which XCTest would stop the process.
    fileprivate var problem: String? {
      if Set(map(ObjectIdentifier.init)).count < count { return "A wait has the same expectation twice." }
      return contains(where: \.hasBeenWaitedOn)
        ? "An expectation can be waited for only once: each attempt and each run needs a new one." : nil
    }
  }

  extension XCTestExpectation {
    // XCTest does not publish it.
    fileprivate var hasBeenWaitedOn: Bool {
      sequence(first: Mirror(reflecting: self), next: \.superclassMirror).contains { mirror in
        mirror.children.contains { $0.label == "_hasBeenWaitedOn" && $0.value as? Bool == true }
      }
    }
  }

  /// The waits of a test case.
  final class Waits: Sendable {
    /// The failures of each current wait, by a line number above that of any file.
    private let state = Locked((last: 1 << 40, failures: [Int: [String]]()))

    func begin() -> Int {
      state.withLock { state in
        state.last += 1
        state.failures[state.last] = []
        return state.last
      }
    }

    func end(_ wait: Int) -> [String] { state.withLock { $0.failures.removeValue(forKey: wait) ?? [] } }

    /// - Returns: `false` for another failure.
    func take(_ description: String, at line: Int) -> Bool {
      state.withLock { state in
        state.failures[line]?.append(description)
        return state.failures[line] != nil
      }
    }
  }
#endif
