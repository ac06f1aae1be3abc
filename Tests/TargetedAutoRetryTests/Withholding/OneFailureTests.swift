import Testing

#if os(Linux)
  /// A nest of steps fails its test once: the outermost step stands for the steps inside.
  @Suite struct OneFailureTests {
    private static let fail = "♻️♻️♻️❌ [FAIL]"

    /// The lines of the failures in the result, with measured times made 0 ms.
    private func failures(of run: Fixtures.Run) -> [String] {
      var lines: [String] = []
      var isInFailure = false
      for line in run.timeless.split(separator: "\n").map(String.init) {
        let isMore = line.hasPrefix("in ") || line.hasPrefix("Another cause")
        if line.contains(": error: ") {
          lines.append(line.split(separator: "failed - ").last.map(String.init) ?? line)
          isInFailure = true
        } else if isInFailure, isMore || (line.hasPrefix("  ") && !line.hasPrefix("    ")) || line.hasPrefix("↳ ") {
          lines.append(isMore ? line : String(line.dropFirst(2)))
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
          + "Cause: The success condition was false in one look, 0 ms after the action.",
        "in Tap Voucher (\(try place("tap")))",
        "in Open Voucher (\(try place("open")))",
      ]
    }

    private func nestOfSeveralCauses() throws -> [String] {
      [
        "\(Self.fail) Add failed: 3 attempts (the first and 2 retries) in 0 ms. Cause: Threw late after 3.0 s.",
        "in Tap (\(try place("tap by several")))",
        "Another cause: Threw late after 5.0 s.",
        "in Tap (\(try place("tap by several")))",
        "Another cause: The success condition was false in one look, 0 ms after the action.",
        "in Swipe (\(try place("swipe")))",
        "Another cause: The success condition was false in one look, 0 ms after the action.",
      ].map { $0.replacing(#/\d\.\d s/#, with: "0 ms") }
    }

    @Test func `in XCTest the failure has the innermost cause first, then the way out`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testVoucher")
      #expect(failures(of: run) == (try nest()))
      #expect(run.output.contains("\(try Mark("add", in: "NestFixture.swift")): error: "))
    }

    @Test func `in Swift Testing the failure has the innermost cause first, then the way out`() async throws {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/nest\\(")
      #expect(failures(of: run) == (try nest()))
      #expect(run.output.contains("recorded an issue at \(try place("add")):"))
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

    @Test func `texts of the code that differ in a time are distinct causes`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testCausesThatDifferInATime", ["AUTO_RETRY_LOG": "off"])
      for text in ["wait 1.0 s", "wait 2.0 s", "load 1.0 s", "load 2.0 s"] { #expect(run.output.contains(text)) }
    }

    @Test func `a time limit is a cause beside the failure of an inner step`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testTimeLimitBesideAnInnerFailure")
      #expect(failures(of: run).contains { $0.contains("Another cause: Timed out after") })
    }

    @Test func `a step around that only logs or throws stands for no other`() async throws {
      let run = try await Fixtures.runXCTest("NestFixture/testNestThatIsOnlyLogged")
      #expect(
        failures(of: run) == [
          "\(Self.fail) Swipe failed: 1 attempt in 0 ms. Cause: The success condition was false in one look, 0 ms after the action. (attempts 1 and 2 of Page)"
        ]
      )
      let value = try await Fixtures.runXCTest("NestFixture/testNestThatThrows")
      #expect(failures(of: value).first?.hasPrefix("\(Self.fail) Swipe failed: 1 attempt") == true)
      #expect(value.output.contains("Executed 1 test, with 2 failures (1 unexpected)"))
    }

    @Test func `a flaky test that fails in each run has the failure once`() async throws {
      #expect(failures(of: try await Fixtures.runXCTest("NestFixture/testFlakyNest")) == (try nest()))
    }
  }
#endif
