#if os(Linux)
  import Foundation
  import Testing

  /// What authors of tests do with issues and errors, and where these appear.
  @Suite struct HandlerTests {
    @Test(arguments: ["filtered", "filteredInFlaky"])
    func `an issue that a trait drops does not fail an attempt`(test: String) async throws {
      let run = try await Fixtures.runSwiftTesting("HandlerSuiteFixture/\(test)\\(")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(!run.output.contains("[RETRY INFO: 0]") && !run.output.contains("Re-running"))
    }

    @Test(arguments: [("keptAsAssertion", 1), ("nestedAssertion", 1), ("forgivenAssertion", 0), ("lostRace", 0)])
    func `an issue that a trait kept fails the test unless recovered`(test: String, code: Int32) async throws {
      let run = try await Fixtures.runSwiftTesting("HandlerSuiteFixture/\(test)")
      #expect(run.exitCode == code, "\(run.output)")
    }

    @Test func `an issue that a handler records belongs to the attempt too`() async throws {
      let run = try await Fixtures.runSwiftTesting("HandlerSuiteFixture/recording")
      #expect(run.exitCode == 0, "\(run.output)")
      #expect(run.log.filter { $0.contains("[RETRY INFO: ") }.count == 1)
    }

    @Test func `an issue that a trait keeps fails its attempt`() async throws {
      let run = try await Fixtures.runSwiftTesting("HandlerSuiteFixture/kept")
      #expect(run.exitCode == 1)
      #expect(run.output.contains("[FAIL] Launch failed: 1 attempt"))
    }

    #if compiler(>=6.3)
      @Test func `a test that is canceled in a step is not retried`() async throws {
        let run = try await Fixtures.runSwiftTesting("HandlerSuiteFixture/cancelled")
        #expect(run.output.contains("Test cancelled() was cancelled"))
        #expect(run.log.count == 2)
        #expect(run.log.last?.contains("Threw skip(\"the server is down\")") == true, "\(run.output)")
      }
    #endif

    @Test func `a failure in the scope of a suite is printed once`() async throws {
      let run = try await Fixtures.runSwiftTesting("ScopeSuiteFixture")
      #expect(run.exitCode == 1)
      #expect(run.output.components(separatedBy: "[FAIL] Start Server failed").count == 2, "\(run.output)")
    }

    @Test(arguments: [("NotRetryable", "not retryable"), ("ResetSteps", "reset steps"), ("NotTheLast", "not the last")])
    func `an error that ends a step has its line`(test: String, mark: String) async throws {
      let run = try await Fixtures.runXCTest("EndingFixture/test\(test)")
      #expect(run.errors.count == 1)
      #expect(try run.errors.first?.hasPrefix("\(Mark(mark, in: "StrangerFixture.swift")): error: ") == true)
    }

    @Test func `an error from elsewhere has no line of a step`() async throws {
      let run = try await Fixtures.runXCTest("EndingFixture/testOtherError")
      #expect(run.errors.map { $0.hasPrefix("<EXPR>:0: error: ") } == [true])
    }
  }
#endif
