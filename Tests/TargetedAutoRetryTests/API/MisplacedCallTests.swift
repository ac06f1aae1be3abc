// Compilers word their messages differently, so the test runs with one version only.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  import Foundation
  import Testing

  /// Calls that somebody may guess, and the compiler's answers.
  @Suite struct MisplacedCallTests {
    private struct Guess {
      let code: String
      let answer: String
    }

    /// Calls that expect a value.
    private static let values = [
      "func open() -> Int { CurrentTest().autoRetry(\"Open\") { 1 } until: { isDone() } }",
      "func open() { let one: Int = CurrentTest().autoRetry(\"Open\") { 1 } until: { isDone() } reset: { act() } }",
      "func open() async { _ = await CurrentTest().autoRetry(\"Open\") { await actLater(); return 1 } until: { isDone() } + 1 }",
    ].map { Guess(code: $0, answer: "to get the value, let `until` take it: try autoRetry") }

    private static let labels = [
      "times: 3": "retries are `retryAttempts:`", "attempts: 3": "retries are `retryAttempts:`",
      "retries: 3": "retries are `retryAttempts:`", "timeout: .seconds(5)": "the time of the condition is `within:`",
      "because: .fixable(reason: \"slow\")": "all else belongs in `policy",
      "delay: .zero": "all else belongs in `policy", "maxAttempts: 3": "retries are `retryAttempts:`",
      "stableFor: .seconds(1)": "all else belongs in `policy", "timeLimit: .seconds(1)": "that of the step `for:`",
    ].flatMap { argument, answer in
      [
        "CurrentTest().autoRetry(\"Open\", \(argument)) { act() } until: { isDone() }",
        "CurrentTest().autoRetry(\"Open\", \(argument), policy: .default) { 1 } until: { isDone() } reset: { act() }",
      ].map { Guess(code: "func open() { \($0) }", answer: answer) }
    }

    private static let calls = [
      "autoWait(\"Open\", timeout: .seconds(5)) { isDone() }": "the time of a wait is `for:`",
      "autoWait(\"Open\", within: .seconds(5)) { isDone() }": "the time of a wait is `for:`",
      "autoWait(\"Open\", pollingInterval: .zero) { isDone() }": "policy: RetryPolicy(pollingInterval: …)",
      "autoWait(\"Open\", sourceLocation: place) { isDone() }": "withCallPlace(sourceLocation)",
      "autoRetry(\"Open\", sourceLocation: place) { act() } until: { isDone() }": "withCallPlace(sourceLocation)",
    ].map { Guess(code: "func open(_ place: SourceLocation) { CurrentTest().\($0) }", answer: $1) }

    private static let declarations = [
      "let policy = RetryPolicy(attempts: 2)": "retries after the first attempt are `retryAttempts:`",
      "let policy = RetryPolicy(delay: .seconds(1))": "a wait is delay: .constant(.seconds(1))",
      "let policy = RetryPolicy(timeout: .seconds(1))": "the time per attempt is `conditionTimeout:`",
      "let policy = RetryPolicy(unless: { _ in true })": "errors to retry are isRetryable: { … }",
      "@Test(.flaky) func aTest() {}": "'flaky' is unavailable: write the reason: .flaky(",
      "@Suite(.flaky) struct ASuite {}": "'flaky' is unavailable: write the reason: .flaky(",
    ].map { Guess(code: $0, answer: $1) }

    @Test func `the compiler answers each guess`() async throws {
      let guesses = Self.values + Self.labels + Self.calls + Self.declarations
      let messages = try await Self.compile(guesses.map(\.code))
      for (number, guess) in guesses.enumerated() {
        let ofGuess = messages.filter { $0.contains("/Guess\(number).swift:") }
        #expect(ofGuess.contains { $0.contains(guess.answer) }, "\(guess.code): \(ofGuess)")
      }
    }

    /// - Returns: The messages of the compiler, each with the name of its file, which has the number of the code.
    private static func compile(_ codes: [String]) async throws -> [String] {
      let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules").path
      return try await withTemporaryFolder { folder in
        var texts = ["Reader": "func act() {}\nfunc actLater() async {}\nfunc isDone() -> Bool { true }"]
        for (number, code) in codes.enumerated() {
          texts["Guess\(number)"] = "import TargetedAutoRetry\nimport Testing\nimport XCTest\n\nprivate \(code)"
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
