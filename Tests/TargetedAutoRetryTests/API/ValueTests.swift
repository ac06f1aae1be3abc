import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct ValueTests {
  @Test func `of very many attempts the first and the last are kept`() throws {
    let bench = Workbench()
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Load", retryAttempts: 1_000, mainAction: { 1 }, until: { _ in false }) }
    }
    #expect(error.failedAttempts.map(\.number) == Array(1...50) + Array(952...1_001))
  }

  @Test func `an attempt whose value is nil ends without waiting`() throws {
    let bench = Workbench()
    let none: Int? = nil
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run {
        try bench.autoRetry("Load", within: .seconds(5), retryAttempts: 1, mainAction: { none }, until: { $0 > 0 })
      }
    }
    #expect(error.elapsed == .zero)
    #expect(error.failedAttempts.map { $0.causeText(.whole) } == ["The value was nil.", "The value was nil."])
  }

  @Test func `texts of nested values are made a few times per attempt`() {
    final class Counted: Error, CustomStringConvertible, Sendable {
      let uses = Locked(0)
      var description: String {
        uses.withLock { $0 += 1 }
        return "offline"
      }
    }
    let bench = Workbench()
    let error = Counted()
    func load(_ depth: Int) throws -> Int {
      if depth == 0 { throw error }
      return try bench.autoRetry("Load \(depth)", retryAttempts: 1) { try load(depth - 1) }
    }
    #expect(throws: RetryExhausted.self) { try bench.run { try load(6) } }
    let attempts = 1 << 6
    #expect(error.uses.withLock { $0 } <= 20 * attempts)
  }

  @Test func `a value step that fails throws the cause of each attempt`() throws {
    let bench = Workbench()
    var attempt = 0
    let line: UInt = #line + 1
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run {
        try bench.autoRetry("Load", retryAttempts: 2) { () throws -> Int in
          attempt += 1
          bench.time.advance(by: .seconds(1))
          throw Script.Broken(description: "error \(attempt)")
        }
      }
    }
    #expect(error.failedAttempts.map(\.number) == [1, 2, 3])
    #expect(error.failedAttempts.map(\.retriesRemaining) == [2, 1, 0])
    #expect(error.failedAttempts.map(\.elapsed) == Array(repeating: .seconds(1), count: 3))
    #expect(error.elapsed == .seconds(3))
    #expect(error.line == line)
    #expect(error.file == #filePath)
    #expect(
      error.description == "Load failed: 3 attempts (the first and 2 retries) in 3.0 s. "
        + "First cause: Threw error 1. Last cause: Threw error 3. (ValueTests.swift:\(line))"
    )
    #expect(error.localizedDescription == error.description)
    #expect(bench.failures.isEmpty)
  }

  @Test func `a rejected value is shown on one line, as tests describe it`() throws {
    struct Account: CustomTestStringConvertible, CustomStringConvertible {
      let description = "for people"
      let testDescription = "Account\nof Ada"
    }
    #expect(try rejection(of: Account()) == "`until` was false for Account of Ada.")
    #expect(try rejection(of: Script.Broken(description: "offline")) == "`until` was false for offline.")
    #expect(try rejection(of: "") == #"`until` was false for ""."#)
    #expect(try rejection(of: [1, 2]) == "`until` was false for [1, 2].")
    #expect(try rejection(of: Int?.none) == "The value was nil.")
    let long = try rejection(of: String(repeating: "long ", count: 1_000))
    #expect(
      long.hasPrefix("`until` was false for \"long long ") && long.hasSuffix("….") && long.count < 250
    )
    let large = Array(repeating: 0, count: 1_000_000)
    #expect(try rejection(of: large) == "`until` was false for Array<Int> (too large to show).")
  }

  @Test func `a value is checked once, whatever the policies say`() throws {
    let bench = Workbench()
    let policy = RetryPolicy(
      delay: .constant(.seconds(2)),
      conditionTimeout: .seconds(3),
      checksFirst: true,
      stableFor: .seconds(1)
    )
    var asked: [Int] = []
    _ = try bench.run {
      try bench.autoRetry("Load", policy: policy) {
        RetryAttempt.current?.number ?? 0
      } until: {
        asked.append($0)
        return $0 == 3
      }
    }
    #expect(asked == [1, 2, 3])
    #expect(bench.time.waits == [.seconds(2), .seconds(2)])
    #expect(bench.summary.first == "action 1")
  }

  @Test func `for the time of within, the same value is asked again`() throws {
    let bench = Workbench()
    var asked: [Int] = []
    let policy = RetryPolicy(delay: .seconds(1), pollingInterval: .milliseconds(200))
    let value = try bench.run {
      try bench.autoRetry("Load", within: .milliseconds(400), policy: policy) {
        RetryAttempt.current?.number ?? 0
      } until: {
        asked.append($0)
        return asked.count == 5
      }
    }
    #expect(value == 2)
    #expect(asked == [1, 1, 1, 2, 2])
    #expect(bench.time.waits == [.milliseconds(200), .milliseconds(200), .seconds(1), .milliseconds(200)])
    #expect(bench.log.contains { $0.hasSuffix("[CAUSE: 0] `until` was false for 1 after 400 ms (limit of the call).") })
  }

  private func rejection<Value>(of value: Value) throws -> String {
    let bench = Workbench()
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Load", retryAttempts: 0, mainAction: { value }, until: { _ in false }) }
    }
    return String(error.description.split(separator: "Cause: ").last?.split(separator: " (ValueTests").first ?? "")
  }

  @Test func `a rejected value is shown without generic arguments`() throws {
    let quoted = try rejection(of: Outcome(status: 75, output: "a<b>(c)"))
    #expect(quoted == #"`until` was false for Outcome(status: 75, output: "a<b>(c)")."#)
    let nested = try rejection(of: Outcome(status: 75, output: Outcome(status: 1, output: ((), ""))))
    let inner = #"Outcome<((), Swift.String)>(status: 1, output: ((), ""))"#
    #expect(nested == "`until` was false for Outcome(status: 75, output: \(inner)).")
  }

  @Test func `noted values are shown in place of the rejected value`() throws {
    let bench = Workbench()
    _ = try? bench.run {
      try bench.autoRetry("Load", retryAttempts: 0, mainAction: { 75 }, until: { noted($0, as: "status") == 0 })
    }
    #expect(bench.log.contains { $0.hasSuffix("(checked once): status was 75.") })
    #expect(!bench.log.contains { $0.contains("for 75") })
  }

  @Test func `a policy that makes no sense is thrown, and nothing runs`() throws {
    let bench = Workbench()
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Load", retryAttempts: -1, mainAction: { Issue.record("must not run") }) }
    }
    #expect(error.description.hasPrefix("Load: retryAttempts is -1, but must be 0 or more. Nothing was run."))
    #expect(error.failedAttempts.isEmpty)
    #expect(bench.failures.isEmpty)
  }

  @Test func `an abort is thrown with its reason and records nothing`() throws {
    let bench = Workbench(recovery: { _ in .abort("the app crashed") })
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run { try bench.autoRetry("Load", mainAction: { 1 }, until: { $0 == 2 }) }
    }
    #expect(error.description.contains("the app crashed. Auto Retry was told to stop after 1 attempt of action: Load."))
    #expect(bench.failures.isEmpty)
  }

  @Test func `an error that is not retryable is thrown as it is`() {
    let bench = Workbench()
    var attempts = 0
    #expect(throws: Script.Broken.self) {
      try bench.run {
        try bench.autoRetry("Load", policy: RetryPolicy(isRetryable: { !($0 is Script.Broken) })) {
          attempts += 1
          throw Script.Broken(description: "401")
        }
      }
    }
    #expect(attempts == 1)
  }
}

private struct Outcome<Output> {
  let status: Int
  let output: Output
}
