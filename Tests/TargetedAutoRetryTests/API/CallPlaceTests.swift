import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct CallPlaceTests {
  private let bench = Workbench()
  private var places: [String] { bench.failures.map { "\($0.path):\($0.line)" } }

  /// A step that fails at once; a helper forwards `file` and `line`.
  private func fail(_ name: String = "Open", file: StaticString = #filePath, line: UInt = #line) {
    bench.step(name, retries: 0, until: { false }, file: file, line: line)
  }

  private func at<Value>(_ file: StaticString, _ line: UInt, _ body: () throws -> Value) rethrows -> Value {
    try withCallPlace(fileID: "A/B.swift", filePath: file, line: line, column: 5, operation: body)
  }

  @Test func `a step reports at the place around it, in each form of it`() async {
    await bench.run {
      at("/src/Literal.swift", 1) { fail() }
      withCallPlace(SourceLocation(fileID: "A/B.swift", filePath: "/src/B.swift", line: 4, column: 5)) { fail() }
      await withCallPlace(fileID: "A/B.swift", filePath: "/src/Static.swift", line: 7, column: 1) { await failLater() }
      await withCallPlace(SourceLocation(fileID: "A/B.swift", filePath: "/src/B.swift", line: 8, column: 1)) {
        await failLater()
      }
      withCallPlace(file: "/src/Helper.swift", line: 9) { fail() }
      await withCallPlace(file: "/src/Helper.swift", line: 10) { await failLater() }
    }
    let files = ["Literal.swift:1", "B.swift:4", "Static.swift:7", "B.swift:8", "Helper.swift:9", "Helper.swift:10"]
    #expect(places == files.map { "/src/\($0)" })
  }

  /// A call through a protocol has no warning.
  private protocol Calls {
    static func callDeprecatedForms(of bench: Workbench) throws -> UInt
    static func waitLater(in bench: Workbench, _ assertions: () async throws -> Void) async throws -> Bool
  }

  private enum OneLineEach: Calls {
    @available(*, deprecated)
    static func callDeprecatedForms(of bench: Workbench) throws -> UInt {
      try bench.autoWait("Assert", for: .zero) { throw NotYet() }
      _ = try? bench.autoRetry("Load", retryAttempts: 0, failTestOnFailure: false) { String?.none }
      return #line - 2
    }

    @available(*, deprecated)
    static func waitLater(in bench: Workbench, _ assertions: () async throws -> Void) async throws -> Bool {
      try await bench.autoWait("Assert", for: .seconds(5)) { try await assertions() }
    }
  }

  @Test func `an asynchronous wait for assertions is a step`() async throws {
    let calls: any Calls.Type = OneLineEach.self
    var runs = 0
    let isMet = try await bench.run {
      try await calls.waitLater(in: bench) {
        await Task.yield()
        runs += 1
        if runs < 3 { throw NotYet() }
      }
    }
    #expect(isMet && runs == 3)
    #expect(
      bench.log.last?.hasSuffix("Assert required 2 retry attempts before success. Recovered by retrying.") == true
    )
  }

  @Test func `a deprecated form reports at its call too`() throws {
    let calls: any Calls.Type = OneLineEach.self
    let line = try bench.run { try calls.callDeprecatedForms(of: bench) }
    #expect(
      Set(bench.events.compactMap { $0.callSite?.pathAndLine }) == ["\(#filePath):\(line)", "\(#filePath):\(line + 1)"]
    )
  }

  @Test(arguments: [
    (CallSite("A/B.swift", "/src/B.swift", 4, 5), "A/B.swift", 4, 5),
    (CallSite("A/Helper.swift", "/src/B.swift", 4, 5), "A/B.swift", 4, 1),
    (CallSite("", "", 0, 0), "Unknown/Unknown.swift", 1, 1),
    (CallSite("A/B.swift", "/src/B.swift", .max, .max), "A/B.swift", .max, .max),
  ])
  func `a place is a source location, whatever a helper forwards`(
    place: CallSite,
    fileID: String,
    line: Int,
    column: Int
  ) {
    let location = place.sourceLocation
    #expect((location.fileID, location.line, location.column) == (fileID, line, column))
    #expect(CallSite.location(location).sourceLocation == location)
  }

  private func failLater() async {
    await bench.stepLater(retries: 0, until: { false }) {}
  }

  @Test func `the outer of two call places applies to all steps inside`() {
    bench.run {
      at("/src/Outer.swift", 1) {
        bench.step("All") {
          fail()
          at("/src/Inner.swift", 2) { fail() }
          let scope = RetryScope.current
          Thread { scope.perform { fail() } }.runToTheEnd()
        }
      }
    }
    #expect(places == Array(repeating: "/src/Outer.swift:1", count: 3))
  }

  @Test func `a call place overrides what the calls inside forward`() {
    bench.run {
      at("/src/Scope.swift", 1) { fail(file: "/src/Forwarded.swift", line: 2) }
      try? at("/src/Scope.swift", 1) { throw CancellationError() }
      fail(file: "/src/Forwarded.swift", line: 2)
    }
    #expect(places == ["/src/Scope.swift:1", "/src/Forwarded.swift:2"])
  }

  @Test func `a step's error, attempts and events name its own line`() throws {
    let line: UInt = 76
    func load() throws -> Int { throw NotYet() }
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run {
        try at("/src/Outer.swift", 12) { try bench.autoRetry("Load", line: line, mainAction: load) }
      }
    }
    #expect(error.file == #filePath)
    #expect(error.line == line)
    #expect(error.description.hasPrefix("Load failed: 4 attempts"))
    #expect(error.description.hasSuffix("(CallPlaceTests.swift:\(line), from Outer.swift:12)"))
    #expect(error.failedAttempts.map(\.line) == Array(repeating: line, count: 4))
    #expect(bench.events.allSatisfy { $0.callSite?.place == "CallPlaceTests.swift:\(line)" })
  }

  @Test func `the failure names the step's line if it is elsewhere`() {
    let policies = [RetryPolicy(), RetryPolicy(timeLimit: .zero), RetryPolicy(stableFor: .seconds(-1))]
    func fail(_ line: UInt) {
      for policy in policies {
        bench.step("Open", policy: policy, until: { false }, file: "/src/A.swift", line: line)
      }
    }
    bench.run {
      fail(7)
      at("/src/A.swift", 7) { fail(7) }
      at("/src/Test.swift", 1) { fail(7) }
    }
    let messages = bench.failures.map(\.message)
    #expect(messages[0].hasPrefix("♻️♻️♻️❌ [FAIL] Open failed: 4 attempts"))
    #expect(messages[0..<3] == messages[3..<6])
    #expect(
      messages[6..<9].map { $0.replacing("Open (A.swift:7)", with: "Open", maxReplacements: 1) } == messages[0..<3] + []
    )
    #expect(messages[6..<9].allSatisfy { $0.contains("Open (A.swift:7)") })
  }

  @Test func `the log has both places of a step that an error stops`() {
    try? bench.run {
      try at("/src/Test.swift", 1) {
        let policy = RetryPolicy(isRetryable: { _ in false })
        try bench.step("Open", policy: policy, file: "/src/A.swift", line: 7) { throw NotYet() }
      }
    }
    #expect(bench.log.last?.contains("Open stopped at A.swift:7, from Test.swift:1: ") == true)
  }
}

extension Thread {
  /// Starts the thread, and waits until it ends.
  fileprivate func runToTheEnd() {
    start()
    while !isFinished { usleep(1_000) }
  }
}
