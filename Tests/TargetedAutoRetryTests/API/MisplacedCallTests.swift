// Compilers word their messages differently, so the test runs with one version only.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  import Foundation
  import Testing

  /// Calls that somebody may guess, and the compiler's answers.
  @Suite struct MisplacedCallTests {
    private static let retries = "the number of retries is `retryAttempts:`"
    private static let time = "the time per attempt is `within:`, that of the step `for:`"
    private static let setting = "this setting belongs in `policy: RetryPolicy(…)`"
    private static let within = "`within:` needs a condition: add until: { … }, or use `for:`"
    private static let value = "to get the value, let `until` take it: try autoRetry(…) { … } until: { $0… }"
    private static let place = "the place belongs in withCallPlace(sourceLocation) { … }"
    private static let wait = "the time of a wait is `for:`"

    private static let guesses = [
      #"test.autoRetry("A", retries: 3) { act() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", 3) { act() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", within: second, times: 3, policy: .default) { act() } until: { isDone() } reset: { act() }"#:
        retries,
      #"test.autoRetry("A", maxAttempts: 3) { act(); XCTAssertTrue(isDone()) }"#: retries,
      #"await test.autoRetry("A", attempts: 3) { await actLater() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", timeout: second) { act() } until: { isDone() }"#: time,
      #"test.autoRetry("A", timeLimit: second) { XCTWaiter().wait(for: [], timeout: 1) }"#: time,
      #"test.autoRetry("A", delay: .seconds(1)) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", because: .fixable(reason: "slow")) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", within: second, stableFor: second) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", pollingInterval: second) { act() } until: { isDone() } reset: { act() }"#: setting,
      #"test.autoRetry("A") { act() } condition: { isDone() } reset: { act() }"#: "the condition is `until:`",
      #"test.autoRetry("A", within: second) { XCTWaiter().wait(for: [], timeout: 1); act() }"#: within,
      #"test.autoRetry("A", within: second, retryAttempts: 3) { XCTAssertTrue(isDone()) }"#: within,
      #"test.autoRetry("A", within: second) { isDone() }"#: within,
      #"try await test.autoRetry("A", within: second) { await actLater(); return 1 }"#: within,
      #"let one: Int = test.autoRetry("A") { 1 } until: { isDone() }"#: value,
      #"_ = await test.autoRetry("A") { await actLater(); return 1 } until: { isDone() } + 1"#: value,
      #"test.autoRetry("A", sourceLocation: #_sourceLocation) { act() } until: { isDone() }"#: place,
      #"test.autoRetry(mainAction: act, successCondition: isDone, reset: act)"#: "the reset steps are `resetSteps:`",
      #"test.autoRetry(mainAction: act, successCondition: isDone, description: "A")"#:
        "the name is `actionDescription:`",
      #"test.autoWait("A", timeout: second) { isDone() }"#: wait,
      #"test.autoWait("A", within: second) { isDone() }"#: wait,
      #"test.autoWait("A", pollingInterval: .zero) { isDone() }"#:
        "the pause belongs in policy: RetryPolicy(pollingInterval: …)",
      #"test.autoWait("A", for: second) { XCTAssertTrue(isDone()) }"#:
        "assertions are retried by autoRetry(…, for: …) { … }",
      #"test.autoWait("A", for: second) { act(); XCTAssertTrue(isDone()) }"#:
        "assertions are retried by autoRetry(…, for: …) { … }",
      "private let policy = RetryPolicy(attempts: 2)": retries,
      "private let policy = RetryPolicy(timeout: second)":
        "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`",
      "private let policy = RetryPolicy(delay: second)":
        "cannot convert value of type 'Duration' to expected argument type 'RetryDelay'",
      "@Test(.flaky) func aTest() {}": "'flaky' is unavailable: write the reason: .flaky(",
      "@Suite(.flaky) struct ASuite {}": "'flaky' is unavailable: write the reason: .flaky(",
    ].map { (code: $0, answer: $1) }

    @Test func `the compiler answers each guess, and says nothing else`() async throws {
      let messages = try await Self.compile(Self.guesses.map(\.code))
      for (number, guess) in Self.guesses.enumerated() {
        let said = messages.filter { $0.contains("/Guess\(number).swift:") && !$0.contains(" expression") }
        let answers = said.filter { $0.contains(guess.answer) }
        #expect(
          answers.count == 1 && said.allSatisfy { $0.contains(guess.answer) || !$0.contains(" error: ") },
          "\(guess.code): \(said)"
        )
      }
    }

    /// - Returns: The messages of the compiler, each with the name of its file, which has the number of the code.
    private static func compile(_ codes: [String]) async throws -> [String] {
      let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules").path
      return try await withTemporaryFolder { folder in
        var texts = [
          "Reader": """
          import TargetedAutoRetry
          var test: CurrentTest { CurrentTest() }
          let second = Duration.seconds(1)
          func act() {}
          func actLater() async {}
          func isDone() -> Bool { true }
          """
        ]
        for (number, code) in codes.enumerated() {
          let effects = code.contains("await") ? " async throws" : " throws"
          let text = code.contains("test.") ? "private func open()\(effects) { \(code) }" : code
          texts["Guess\(number)"] = "import TargetedAutoRetry\nimport Testing\nimport XCTest\n\n\(text)"
        }
        let files = try texts.map { name, text in
          let file = folder.appendingPathComponent("\(name).swift")
          try Data(text.utf8).write(to: file)
          return file.path
        }
        let arguments = ["swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-I", modules]
        return try await ChildProcess(arguments: arguments + files).run().output.components(separatedBy: "\n")
      }
    }
  }
#endif
