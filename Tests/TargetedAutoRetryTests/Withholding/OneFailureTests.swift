import Testing

#if os(Linux)
  /// A nest of steps fails its test once: the outermost step stands for the steps inside.
  @Suite struct OneFailureTests {
    private static let fail = "♻️♻️♻️❌ [FAIL]"
    private static let wasFalse = "The success condition was false in one look, 0 ms after the action."

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
          + "Cause in Tap Voucher (\(try place("tap"))): \(Self.wasFalse)",
        "in Open Voucher (\(try place("open")))",
      ]
    }

    private func nestOfSeveralCauses() throws -> [String] {
      let tap = try place("tap by several")
      return [
        "\(Self.fail) Add failed: 3 attempts (the first and 2 retries) in 0 ms. Cause in Tap (\(tap)): Threw late after 0 ms.",
        "Another cause in Tap (\(tap)): Threw late after 0 ms.",
        "Another cause in Swipe (\(try place("swipe"))): \(Self.wasFalse)", "Another cause: \(Self.wasFalse)",
      ]
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

    @Test(arguments: [
      ("testNestThatIsOnlyLogged", "page that is only logged"), ("testNestThatThrows", "page that throws"),
    ])
    func `a step around that only logs or throws has the failure too, once`(test: String, mark: String) async throws {
      let run = try await Fixtures.runXCTest("NestFixture/\(test)")
      let swipe = try place("own swipe")
      #expect(
        failures(of: run) == [
          "\(Self.fail) Page failed: 2 attempts (the first and 1 retry) in 0 ms. Cause in Swipe (\(swipe)): \(Self.wasFalse)"
        ]
      )
      #expect(run.output.contains("\(try Mark(mark, in: "NestFixture.swift")): error: "))
      #expect(run.output.contains("Executed 1 test, with 1 failure (0 unexpected)"))
    }

    @Test func `in Swift Testing the error of a step that throws is an issue too, unless the test has the trait`()
      async throws
    {
      let run = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/nestThatThrows")
      #expect(run.issues.count == 2)
      let flaky = try await Fixtures.runSwiftTesting("WithholdingSuiteFixture/flakyNestThatThrows")
      #expect(flaky.issues.count == 1)
    }

    @Test func `a flaky test that fails in each run has the failure once`() async throws {
      #expect(failures(of: try await Fixtures.runXCTest("NestFixture/testFlakyNest")) == (try nest()))
    }
  }
#endif
