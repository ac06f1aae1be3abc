import Testing

#if os(Linux)
  /// A nest of steps fails its test once: the outermost step stands for the steps inside.
  @Suite struct OneFailureTests {
    private static let fail = "♻️♻️♻️❌ [FAIL]"
    private static let wasFalse = "The success condition was still false 0 ms after the action (checked once)"

    /// The lines of the failures in the result, with measured times made 0 ms.
    private func failures(of run: Fixtures.Run) -> [String] {
      var lines: [String] = []
      var isInFailure = false
      for line in run.timeless.split(separator: "\n").map(String.init) {
        let isMore = line.hasPrefix("in ") || line.contains(" failed in ")
        if line.contains(": error: ") {
          lines.append(line.split(separator: " : failed - ", maxSplits: 1).last.map(String.init) ?? line)
          isInFailure = true
        } else if isInFailure, isMore || (line.hasPrefix("  ") && !line.hasPrefix("    ")) || line.hasPrefix("↳ ") {
          lines.append(String(line.drop { "↳ ".contains($0) }))
        } else {
          isInFailure = line.contains("recorded an issue at")
        }
      }
      return lines
    }

    private func place(_ mark: String) throws -> String { try Mark(mark, in: "NestFixture.swift").short }

    private func nest() throws -> [String] {
      [
        "\(Self.fail) Add Voucher failed: 3 attempts (the first and 2 retries) in 0 ms. "
          + "Tap Voucher (\(try place("tap"))) failed in 27 attempts: \(Self.wasFalse)",
        "in Open Voucher (\(try place("open")))",
      ]
    }

    private func nestOfSeveralCauses() throws -> [String] {
      [
        "\(Self.fail) Add failed: 3 attempts (the first and 2 retries) in 0 ms. Tap (\(try place("tap by several"))) "
          + "failed in 2 attempts; first: Threw late after 0 ms; last: Threw late after 0 ms",
        "Swipe (\(try place("swipe"))) failed in 1 attempt: \(Self.wasFalse)",
        "Add (\(try place("add by several"))) failed in 1 attempt: \(Self.wasFalse)",
      ]
    }

    @Test func `the failure has the innermost cause first, then the way out`() async throws {
      let xctest = try await Fixtures.runXCTest("NestFixture/testVoucher")
      #expect(xctest.output.contains("\(try Mark("add", in: "NestFixture.swift")): error: "))
      let suite = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/nest\\(")
      #expect(suite.output.contains("recorded an issue at \(try place("add")):"))
      for run in [xctest, suite] { #expect(failures(of: run) == (try nest())) }
    }

    private func changingNest(first: String, last: String) throws -> [String] {
      [
        "\(Self.fail) Open Shop failed: 3 attempts (the first and 2 retries) in 0 ms. "
          + "Open Sheet (\(try place("open sheet"))) failed in 27 attempts; first: \(first); last: \(last)",
        "in Open Page (\(try place("open page")))",
      ]
    }

    @Test func `in XCTest an assertion that failed in each attempt is one failure at its line`()
      async throws
    {
      let run = try await Fixtures.runXCTest("NestFixture/testChangingAssertion")
      let failed = "\(try Mark("changing XCTFail", in: "NestFixture.swift").short): failed - taps"
      let nest = try changingNest(
        first: "\(failed) is 1. Noted: taps was 1",
        last: "\(failed) is 27. Noted: taps was 27"
      )
      #expect(failures(of: run) == ["taps is 1 (27 attempts)"] + nest)
    }

    @Test
    func `in Swift Testing an expectation that failed in each attempt is one issue, as the last attempt recorded it`()
      async throws
    {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/changingAssertion")
      let place = try Mark("changing issue", in: "WithholdingSuiteFixture.swift").short
      let nest = try changingNest(
        first: "\(place): taps is 1. Noted: taps was 1",
        last: "\(place): taps is 27. Noted: taps was 27"
      )
      #expect(failures(of: run) == ["taps is 27"] + nest)
      #expect(run.output.contains("↳ held back: it failed an attempt; whatever fails the test is recorded again"))
      // The step inside names the line, so the causes around it do not.
      let causes = run.log.filter { $0.contains("[CAUSE: ") }
      #expect(
        causes.last?.contains("Open Sheet (\(try Mark("open sheet", in: "NestFixture.swift").short)) failed") == true
      )
      #expect(causes.allSatisfy { $0.ranges(of: place).count <= 1 })
    }

    @Test(
      arguments: [
        (
          "testWithoutWords", ["XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - (attempts 1 and 2 of Action)"]
        ),
        ("testInTwoFiles", Array(repeating: "failed - same (attempts 1 and 2 of Action)", count: 2)),
        ("testInSomeAttempts", ["failed - odd (attempts 1 and 3 of Action)"]),
      ] as [(String, [String])]
    )
    func `each failing line is recorded once, with its attempts`(test: String, others: [String]) async throws {
      let run = try await Fixtures.runXCTest("FoldingFixture/\(test)")
      #expect(run.failures.filter { !$0.contains("[FAIL]") } == others)
      #expect(run.failures.count == others.count + 1)
    }

    @Test func `other texts of a recorded line are in the log, and the last line does not claim that the test passes`()
      async throws
    {
      let run = try await Fixtures.runXCTest("FoldingFixture/testInALoop")
      #expect(run.failures == ["failed - row 1"])
      #expect(
        ["row 2", "row 3"].allSatisfy { row in
          run.log.count { $0.contains("🙈 [WITHHELD: 0]") && $0.hasSuffix(row) } == 1
        }
      )
      #expect(run.log.last?.hasSuffix("[FAIL] Auto Retry failed for action: Save. Moving on to the next step.") == true)
    }

    @Test func `each distinct cause is in the failure, and a cause that the code has written counts with its times`()
      async throws
    {
      let xctest = try await Fixtures.runXCTest("NestFixture/testSeveralCauses")
      #expect(failures(of: xctest) == (try nestOfSeveralCauses()))
      #expect(xctest.output.contains("late after 3.0 s") && xctest.output.contains("late after 5.0 s"))
      let suite = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/nestOfSeveralCauses\\(")
      #expect(failures(of: suite) == (try nestOfSeveralCauses()))
    }
  }
#endif
