#if !canImport(Darwin)
  internal import XCTest

  /// The waits of a test case that are going on, to know those again that XCTest reports.
  final class Waits: Sendable {
    private struct State {
      var last = Waits.noLine
      var failures: [Int: [String]] = [:]
      /// What XCTest says of an expectation that must not be fulfilled, and is; it does not say in which wait.
      var inverted: [(text: String, wait: Int)] = []
    }

    /// No file has so many lines: a wait is known again by a line of its own.
    private static let noLine = 1 << 40

    private let state = Locked(State())

    /// - Returns: The number of the wait, which XCTest takes for its line.
    func begin(_ expectations: [XCTestExpectation]) -> Int {
      let inverted = expectations.filter(\.isInverted).map(\.expectationDescription)
      return state.withLock { state in
        state.last += 1
        state.failures[state.last] = []
        for name in inverted {
          state.inverted.append(("Asynchronous wait failed - Fulfilled inverted expectation '\(name)'", state.last))
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

    /// - Returns: False for a failure of something else, or of a wait that cannot be told from another.
    func takes(_ failure: XCTestFailure) -> Bool {
      state.withLock { state in
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
