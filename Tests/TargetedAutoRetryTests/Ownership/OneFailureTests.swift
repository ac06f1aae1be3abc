import Testing

@testable import TargetedAutoRetry

/// A nest of steps fails its test once: the outermost step stands for the steps inside.
@Suite struct OneFailureTests {
  private struct Broken: Error {}

  private static let fail = "♻️♻️♻️❌ [FAIL]"
  private static let wasFalse = "The success condition was still false 0 ms after the action (checked once)"

  private let bench = Workbench(holdsBack: true)

  private var failures: [String] { bench.failures.map { "\($0.place): \($0.message)" } }

  /// Three steps at the first lines of a file, each with two retries.
  private func nest(until isMet: @escaping () -> Bool = { true }, _ action: @escaping () -> Void = {}) {
    withRetryPolicy(RetryPolicy(retryAttempts: 2)) {
      bench.run {
        bench.step("Open Shop", file: "/Shop.swift", line: 1) {
          bench.step("Open Page", file: "/Shop.swift", line: 2) {
            bench.step("Open Sheet", until: isMet, file: "/Shop.swift", line: 3, action)
          }
        }
      }
    }
  }

  @Test func `the failure has the innermost cause first, then the way out`() {
    nest(until: { false })
    #expect(
      failures == [
        """
        Shop.swift:1: \(Self.fail) Open Shop failed: 3 attempts (the first and 2 retries) in 0 ms. \
        Open Sheet (Shop.swift:3) failed in 27 attempts: \(Self.wasFalse)
        in Open Page (Shop.swift:2)
        """
      ]
    )
  }

  @Test func `an assertion that failed in each attempt is one failure`() {
    var taps = 0
    nest(until: { noted(taps, as: "taps") == 0 }) {
      taps += 1
      bench.fail("taps is \(taps)", path: "/Sheet.swift", line: 7)
    }
    let nest = """
      Shop.swift:1: \(Self.fail) Open Shop failed: 3 attempts (the first and 2 retries) in 0 ms. \
      Open Sheet (Shop.swift:3) failed in 27 attempts; first: Sheet.swift:7: taps is 1. Noted: taps was 1; \
      last: Sheet.swift:7: taps is 27. Noted: taps was 27
      in Open Page (Shop.swift:2)
      """
    #expect(failures == ["Sheet.swift:7: taps is 1 (27 attempts)", nest])
  }

  @Test(arguments: [("Open", "Open (Page.swift:7, from Test.swift:3)"), ("", "Page.swift:7, from Test.swift:3")])
  func `an inner step has the place that its helper passed in`(name: String, text: String) {
    bench.run {
      bench.step("All", retries: 0, file: "/Shop.swift", line: 1) {
        _ = withCallPlace(fileID: "Shop/Test.swift", filePath: "/Test.swift", line: 3, column: 1) {
          bench.step(name, retries: 0, until: { false }, file: "/Page.swift", line: 7)
        }
      }
    }
    #expect(
      failures == [
        "Shop.swift:1: \(Self.fail) All failed: 1 attempt in 0 ms. \(text) failed in 1 attempt: \(Self.wasFalse)"
      ]
    )
  }

  @Test func `a wait that a step inside ends names the step once`() {
    bench.run {
      bench.autoWait("News", for: .seconds(5), file: "/Shop.swift", line: 1) {
        bench.step("Load", retries: 0, until: { false }, file: "/Shop.swift", line: 2)
        return true
      }
    }
    let text = "Stopped waiting for: News. Load (Shop.swift:2) failed in 1 attempt: \(Self.wasFalse)"
    #expect(failures == ["Shop.swift:1: \(Self.fail) \(text)"])
  }

  @Test func `each distinct cause is in the failure`() throws {
    try bench.run {
      try bench.step("Add", retries: 2, until: { false }, file: "/Shop.swift", line: 1) {
        let attempt = RetryAttempt.current?.number
        if attempt == 2 { bench.step("Swipe", retries: 0, until: { false }, file: "/Shop.swift", line: 2) }
        if attempt != 1 { return }
        // The times are words of the code, not measured.
        for cause in ["late after 3.0 s", "late after 5.0 s"] {
          try bench.step("Tap", retries: 0, file: "/Shop.swift", line: 3) {
            throw Script.Broken(description: cause)
          }
        }
      }
    }
    #expect(
      failures == [
        """
        Shop.swift:1: \(Self.fail) Add failed: 3 attempts (the first and 2 retries) in 0 ms. Tap (Shop.swift:3) failed \
        in 2 attempts; first: Threw late after 3.0 s; last: Threw late after 5.0 s
        Swipe (Shop.swift:2) failed in 1 attempt: \(Self.wasFalse)
        Add (Shop.swift:1) failed in 1 attempt: \(Self.wasFalse)
        """
      ]
    )
  }

  @Test func `a failure shows five steps in full, and names the others`() {
    bench.run {
      bench.step("All", retries: 0, file: "/Shop.swift", line: 1) {
        for line in 2...8 as ClosedRange<UInt> {
          bench.step("Open", retries: 0, until: { false }, file: "/Shop.swift", line: line)
        }
      }
    }
    let shown = (2...6).map { "Open (Shop.swift:\($0)) failed in 1 attempt: \(Self.wasFalse)" }
    let text = "All failed: 1 attempt in 0 ms. \(shown.joined(separator: "\n"))"
    let others = "Other steps that failed: Open (Shop.swift:7), Open (Shop.swift:8)"
    #expect(failures == ["Shop.swift:1: \(Self.fail) \(text)\n\(others)"])
  }

  @Test func `a limit does not count attempts, or its step as nested`() {
    bench.run {
      bench.step("Open Shop", policy: RetryPolicy(timeLimit: .seconds(5)), file: "/Shop.swift", line: 1) {
        bench.step("Open Page", retries: 2, file: "/Shop.swift", line: 2) {
          bench.step("Open Sheet", retries: 2, until: { false }, file: "/Shop.swift", line: 3) {
            bench.time.advance(by: .milliseconds(700))
          }
        }
      }
    }
    #expect(
      failures == [
        """
        Shop.swift:1: \(Self.fail) The time limit of 5.0 s, set by the call, was reached after 1 attempt of action: \
        Open Shop. No more retries will be attempted. Open Sheet (Shop.swift:3) failed in 8 attempts; \
        first: \(Self.wasFalse); last: The time limit of 5.0 s of the step around it, Open Shop, set by the call, was \
        reached
        in Open Page (Shop.swift:2)
        """
      ]
    )
  }

  @Test func `an assertion without words has no dash before its attempts`() {
    bench.run { bench.step(retries: 1) { bench.fail("XCTAssertTrue failed - ", path: "/Map.swift", line: 3) } }
    #expect(failures.first == "Map.swift:3: XCTAssertTrue failed - (attempts 1 and 2 of Action)")
    #expect(failures.count == 2)
  }

  @Test func `equal lines of two files are two failures`() {
    bench.run {
      bench.step(retries: 1) {
        for folder in ["one", "other"] { bench.fail("same", path: "/\(folder)/Map.swift", line: 3) }
      }
    }
    #expect(failures.prefix(2) == Array(repeating: "Map.swift:3: same (attempts 1 and 2 of Action)", count: 2)[...])
    #expect(failures.count == 3)
  }

  @Test func `a failing line names the attempts that it failed in`() throws {
    try bench.run {
      try bench.step(retries: 2) {
        if RetryAttempt.current?.number == 2 { throw Broken() }
        bench.fail("odd", path: "/Map.swift", line: 3)
      }
    }
    #expect(failures.first == "Map.swift:3: odd (attempts 1 and 3 of Action)")
    #expect(failures.count == 2)
  }

  @Test func `other texts of a recorded line are in the log`() {
    bench.run {
      bench.step("Save", retries: 0, failsTest: false) {
        for row in 1...3 { bench.fail("row \(row)", path: "/Map.swift", line: 3) }
      }
    }
    #expect(failures == ["Map.swift:3: row 1"])
    for row in ["row 2", "row 3"] {
      #expect(bench.log.count { $0.contains("🙈 [WITHHELD: 0]") && $0.hasSuffix(row) } == 1)
    }
    // The last line does not claim that the test passes.
    let end = "Moving on to the next step, but the issues of its attempts fail the test."
    #expect(bench.log.last == "\(Self.fail) Auto Retry failed for action: Save. \(end)")
  }
}
