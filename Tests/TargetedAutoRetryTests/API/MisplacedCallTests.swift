// Compilers word their messages differently, so the test runs with one version only.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  import Foundation
  import Testing

  /// Calls of `autoRetry` outside any type that adopts the protocol.
  @Suite struct MisplacedCallTests {
    private static let head = """
      import TargetedAutoRetry
      import Testing
      import XCTest

      func act() {}
      func actLater() async {}
      func isDone() -> Bool { true }

      """

    @Test(arguments: [
      "func open() -> Int { CurrentTest().autoRetry(\"Open\") { 1 } until: { isDone() } }",
      "func open() { let one: Int = CurrentTest().autoRetry(\"Open\") { 1 } until: { isDone() } reset: { act() } }",
      "func open() async { _ = await CurrentTest().autoRetry(\"Open\") { await actLater(); return 1 } until: { isDone() } + 1 }",
    ])
    func `where a value is expected, the compiler leads to the form that returns one`(code: String) async throws {
      let output = try await Self.compile(code)
      #expect(output.contains("to get the value, let `until` take it: try autoRetry"))
    }

    @Test(arguments: [
      "times: 3": "retries are `retryAttempts:`", "attempts: 3": "retries are `retryAttempts:`",
      "retries: 3": "retries are `retryAttempts:`", "timeout: .seconds(5)": "the time of the condition is `within:`",
      "because: .fixable(reason: \"slow\")": "all else belongs in `policy",
      "delay: .zero": "all else belongs in `policy", "maxAttempts: 3": "retries are `retryAttempts:`",
      "stableFor: .seconds(1)": "all else belongs in `policy", "timeLimit: .seconds(1)": "that of the step `for:`",
    ])
    func `a guessed label has an answer`(argument: String, answer: String) async throws {
      let calls = [
        "CurrentTest().autoRetry(\"Open\", \(argument)) { act() } until: { isDone() }",
        "CurrentTest().autoRetry(\"Open\", \(argument), policy: .default) { 1 } until: { isDone() } reset: { act() }",
      ]
      for call in calls {
        #expect(try await Self.compile("func open() { \(call) }").contains(answer), "\(call)")
      }
    }

    private static let calls = [
      ("autoWait(\"Open\", timeout: .seconds(5)) { isDone() }", "the time of a wait is `for:`"),
      ("autoWait(\"Open\", within: .seconds(5)) { isDone() }", "the time of a wait is `for:`"),
      ("autoWait(\"Open\", pollingInterval: .zero) { isDone() }", "policy: RetryPolicy(pollingInterval: …)"),
      ("autoWait(\"Open\", sourceLocation: place) { isDone() }", "withCallPlace(sourceLocation)"),
      ("autoRetry(\"Open\", sourceLocation: place) { act() } until: { isDone() }", "withCallPlace(sourceLocation)"),
    ].map { call, answer in ("func open(_ place: SourceLocation) { CurrentTest().\(call) }", answer) }

    private static let declarations = [
      ("let policy = RetryPolicy(attempts: 2)", "retries after the first attempt are `retryAttempts:`"),
      ("let policy = RetryPolicy(delay: .seconds(1))", "a wait is delay: .constant(.seconds(1))"),
      ("let policy = RetryPolicy(timeout: .seconds(1))", "the time per attempt is `conditionTimeout:`"),
      ("let policy = RetryPolicy(unless: { _ in true })", "errors to retry are isRetryable: { … }"),
      ("@Test(.flaky) func aTest() {}", "'flaky' is unavailable: write the reason: .flaky("),
      ("@Suite(.flaky) struct ASuite {}", "'flaky' is unavailable: write the reason: .flaky("),
    ]

    @Test(arguments: calls + declarations)
    func `so have a guessed wait and a flaky test without a reason`(code: String, answer: String) async throws {
      #expect(try await Self.compile(code).contains(answer))
    }

    /// - Returns: The messages of the compiler.
    private static func compile(_ code: String) async throws -> String {
      let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules").path
      return try await withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("Misplaced.swift")
        try Data((head + code).utf8).write(to: file)
        return try await ChildProcess(
          arguments: ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, file.path]
        ).run().output
      }
    }
  }
#endif
