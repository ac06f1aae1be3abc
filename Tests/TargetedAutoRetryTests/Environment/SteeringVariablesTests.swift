import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct SteeringVariablesTests {
  private func problems(_ environment: [String: String]) -> [String] {
    var variables = SteeringVariables(environment)
    _ = LogLevel(&variables)
    _ = Steering(&variables)
    _ = Features.makeSink(&variables)
    return variables.problems
  }

  @Test(arguments: [["PATH": "/bin"], empty])
  func `defaults apply if variables are unset or empty`(environment: [String: String]) {
    var variables = SteeringVariables(environment)
    let steering = Steering(&variables)
    #expect(LogLevel(&variables) == .steps)
    #expect(Features.makeSink(&variables) == nil)
    #expect(steering.retryAttempts == nil && steering.rehearsal == nil)
    #expect(!steering.failsOnRecovery)
    #expect(variables.problems == [])
  }

  /// The inputs of a CI that are not set.
  private static let empty = Dictionary(uniqueKeysWithValues: EnvironmentVariable.allCases.map { ($0.name, "") })

  @Test(arguments: LogLevel.allCases)
  func `each log level can be set`(level: LogLevel) {
    var variables = SteeringVariables(["AUTO_RETRY_LOG": level.rawValue])
    #expect(LogLevel(&variables) == level)
    #expect(variables.problems == [])
  }

  @Test(
    arguments: ["1", "true", "yes", "on", "TRUE", "Yes", "oN"].map { ($0, true) }
      + ["0", "false", "no", "off", "False", "NO", "OFF"].map { ($0, false) }
  )
  func `a flag is on or off, in any case`(value: String, isOn: Bool) {
    var variables = SteeringVariables(["AUTO_RETRY_FAIL_ON_RECOVERY": value])
    #expect(Steering(&variables).failsOnRecovery == isOn)
    #expect(variables.problems == [])
  }

  @Test(arguments: [
    ("AUTO_RETRY_ATTEMPTS", "-1", "an integer, 0 or more"),
    ("AUTO_RETRY_ATTEMPTS", "many", "an integer, 0 or more"),
    ("AUTO_RETRY_REHEARSE", "(", "a regular expression"),
    ("AUTO_RETRY_PATIENCE", "0", "a number, more than 0 and at most 1000"),
    ("AUTO_RETRY_PATIENCE", "-1", "a number, more than 0 and at most 1000"),
    ("AUTO_RETRY_PATIENCE", "1e9", "a number, more than 0 and at most 1000"),
    ("AUTO_RETRY_PATIENCE", "nan", "a number, more than 0 and at most 1000"),
    ("AUTO_RETRY_PATIENCE", "inf", "a number, more than 0 and at most 1000"),
    ("AUTO_RETRY_FAIL_ON_RECOVERY", "2", "1, true, yes or on, or else 0, false, no or off"),
    ("AUTO_RETRY_FAIL_ON_RECOVERY", " 1", "1, true, yes or on, or else 0, false, no or off"),
    ("AUTO_RETRY_LOG", "ALL", "steps, all, retries or off"),
    ("AUTO_RETRY_LOG", "verbose", "steps, all, retries or off"),
  ])
  func `an invalid value is reported with what is accepted`(name: String, value: String, accepted: String) {
    var variables = SteeringVariables([name: value])
    let bench = Workbench(steering: Steering(&variables))
    #expect(problems([name: value]) == ["\(name) is \"\(value)\", but must be \(accepted). The default applies."])
    #expect(bench.attempts(succeedsAt: 3) == 3)
    #expect(bench.failures.isEmpty)
  }

  @Test(arguments: [
    ("AUTO_RETRY_ATEMPTS", "AUTO_RETRY_ATTEMPTS"),
    ("AUTO_RETRY_ATTEMPT_COUNT", "AUTO_RETRY_ATTEMPTS"),
    ("AUTO_RETRY_FAIL_ON_RECOVERED", "AUTO_RETRY_FAIL_ON_RECOVERY"),
    ("AUTO_RETRY_FAILONRECOVERY", "AUTO_RETRY_FAIL_ON_RECOVERY"),
    ("AUTO_RETRY_REHEARSAL", "AUTO_RETRY_REHEARSE"),
    ("AUTO_RETRY_RUNID", "AUTO_RETRY_RUN_ID"),
    ("AUTO_RETRY_REPORTS", "AUTO_RETRY_REPORT"),
    ("AUTO_RETRY_log", "AUTO_RETRY_LOG"),
    ("AUTORETRY_ATTEMPTS", "AUTO_RETRY_ATTEMPTS"),
    ("AutoRetry_Fail_On_Recovery", "AUTO_RETRY_FAIL_ON_RECOVERY"),
    ("auto_retry_report", "AUTO_RETRY_REPORT"),
    ("AUTO-RETRY_FAIL-ON-RECOVERY", "AUTO_RETRY_FAIL_ON_RECOVERY"),
    ("AUTO_RERTY_ATTEMPTS", "AUTO_RETRY_ATTEMPTS"),
    ("ATUO_RETRY_LOG", "AUTO_RETRY_LOG"),
  ])
  func `a name that does not exist is a problem that names the nearest`(name: String, nearest: String) {
    #expect(problems([name: "1"]) == ["\(name) is \"1\", and there is no such variable. The nearest is \(nearest)."])
  }

  @Test(arguments: ["_RETRIES", "_MAX", "_TIMEOUT", "_RE", "_", ""].map { "AUTO_RETRY" + $0 } + ["AUTO_RETRIES"])
  func `a name that is like no other is a problem that names all`(name: String) {
    let names = "ATTEMPTS, REHEARSE, FAIL_ON_RECOVERY, PATIENCE, LOG, REPORT, RUN_ID, SHARD"
    let help = "there is no such variable. The names after AUTO_RETRY_ are \(names)."
    #expect(problems([name: "0"]) == ["\(name) is \"0\", and \(help)"])
  }

  @Test func `a rehearsal in a run without retries is a problem`() {
    let problem = "AUTO_RETRY_REHEARSE has no effect, because AUTO_RETRY_ATTEMPTS is 0."
    #expect(problems(["AUTO_RETRY_REHEARSE": ".", "AUTO_RETRY_ATTEMPTS": "0"]) == [problem])
    #expect(problems(["AUTO_RETRY_REHEARSE": ".", "AUTO_RETRY_ATTEMPTS": "1"]) == [])
  }

  @Test func `a variable that changes later is known`() {
    let variables = SteeringVariables(["AUTO_RETRY_LOG": "all", "AUTO_RETRY_SHARD": ""])
    #expect(variables.changedNames(in: ["AUTO_RETRY_LOG": "all", "AUTO_RETRY_RUN_ID": ""]) == [])
    let later = ["AUTO_RETRY_ATTEMPTS": "0", "AUTO_RETRY_SHARD": "2"]
    #expect(variables.changedNames(in: later) == ["AUTO_RETRY_ATTEMPTS", "AUTO_RETRY_LOG", "AUTO_RETRY_SHARD"])
  }

  @Test func `each problem is one, in an order that does not change`() {
    let variables = ["AUTO_RETRY_B": "1", "AUTO_RETRY_LOG": "loud", "AUTO_RETRY_PATIENCE": "x", "AUTO_RETRY_A": "2"]
    #expect(
      problems(variables).map { $0.prefix { $0 != " " } } == [
        "AUTO_RETRY_A", "AUTO_RETRY_B", "AUTO_RETRY_LOG", "AUTO_RETRY_PATIENCE",
      ]
    )
  }

  @Test func `all other names exist`() {
    let names = [
      "AUTO_RETRY_RUN_ID", "AUTO_RETRY_SHARD", "auto_retry_x", "MY_AUTO_RETRY_X", "AUTORETRY_X", "RETRIES",
    ]
    #expect(problems(Dictionary(uniqueKeysWithValues: names.map { ($0, "1") })) == [])
  }

  @Test(arguments: EnvironmentVariable.allCases)
  func `each variable is in the table of its page`(variable: EnvironmentVariable) throws {
    #expect(try Repository.subjects(of: "PoliciesAndVariables").contains("`\(variable.name)"))
  }

  @Test func `a problem is on one line and short`() {
    let problem = problems(["AUTO_RETRY_\u{1B}[31m": String(repeating: "long\n", count: 1_000)])
    #expect(problem.count == 1 && problem.allSatisfy { $0.count < 300 && !$0.contains("\n") && !$0.contains("\u{1B}") })
  }
}

#if os(Linux)
  /// A run with invalid steering fails once, in each framework, and nothing holds the failure back.
  @Suite struct SteeringFailureTests {
    private static let variables = ["AUTO_RETRY_ATEMPTS": "0", "AUTO_RETRY_FAIL_ON_RECOVERY": "maybe"]
    private static let problems = [
      "AUTO_RETRY_ATEMPTS is \"0\", and there is no such variable. The nearest is AUTO_RETRY_ATTEMPTS.",
      "AUTO_RETRY_FAIL_ON_RECOVERY is \"maybe\", but must be 1, true, yes or on, or else 0, false, no or off. "
        + "The default applies.",
    ]

    @Test(arguments: [
      ("SteeringFixture/testTwoSteps", "first step", 4),
      ("SteeringFlakyFixture/testFlakyScope", "flaky scope", 0),
    ])
    func `in XCTest an invalid variable fails the first step or scope`(
      test: String,
      mark: String,
      lines: Int
    ) async throws {
      let run = try await Fixtures.runXCTest(test, Self.variables)
      let place = try Mark(mark, in: "SteeringFixture.swift")
      let name = test.replacing("/", with: ".")
      #expect(run.exitCode == 1)
      #expect(
        run.lines.filter { $0.contains(" : failed - ") }
          == Self.problems.map { "\(place): error: \(name) : failed - \($0)" }
      )
      #expect(run.log.count == lines)
      #expect(run.output.contains("Executed 1 test, with 2 failures"))
    }

    @Test(arguments: ["SteeringFlakyFixture/testRecoversInside", "SteeringSuiteFixture/recoversInside"])
    func `an inner step that recovers fails its test, not the attempt around it`(test: String) async throws {
      let run = try await Fixtures.run(test, ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
      let failures = run.lines.filter { $0.contains("AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure.") }
      #expect(run.exitCode == 1)
      #expect(failures.map { $0.contains("Inner required 1 retry attempt before success.") } == [true], "\(run.output)")
      #expect(!run.output.contains("Outer Attempt Unsuccessful"))
    }

    #if compiler(>=6.3)
      /// Swift Testing asks each scope of a known issue about a warning, too.
      @Test(arguments: [("recovers", true), ("recoversWhereAFailureIsKnown", false)])
      func `a recovery satisfies a known issue around it`(test: String, pays: Bool) async throws {
        let run = try await Fixtures.runSwiftTesting("KnownIssueSuiteFixture/\(test)\\(")
        #expect(run.exitCode == (pays ? 0 : 1))
        #expect(run.output.contains("Known issue was not recorded") == !pays)
        #expect(run.output.contains("required 1 retry attempt before success"))
      }
    #else
      @Test func `a recovery does not satisfy a known issue around it`() async throws {
        let run = try await Fixtures.runSwiftTesting("KnownIssueSuiteFixture/recovers\\(")
        #expect(run.exitCode == 1)
        #expect(run.output.contains("Known issue was not recorded"))
      }
    #endif

    @Test(arguments: [("flakyTest", "flaky test of a suite", 0), ("withStep", "step of a suite", 2)])
    func `in Swift Testing an invalid variable fails its first use`(
      test: String,
      mark: String,
      lines: Int
    ) async throws {
      let run = try await Fixtures.runSwiftTesting("SteeringSuiteFixture/\(test)\\(", Self.variables)
      let place = try Mark(mark, in: "SteeringFixture.swift").short
      #expect(run.exitCode == 1)
      #expect(run.lines.filter { $0.contains("recorded an issue at \(place):") }.count == 2)
      for problem in Self.problems { #expect(run.output.components(separatedBy: problem).count == 2) }
      #expect(run.log.count == lines)
    }
  }
#endif
