// Compilers word their messages differently, so the test runs with one version only.
#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  import Foundation
  import Testing

  /// Calls as somebody types them after the first page of the guide, and the compiler's answers to those that are wrong.
  @Suite struct MisplacedCallTests {
    private static let retries = "the number of retries is `retryAttempts:`"
    private static let time = "the time per attempt is `within:`, that of the step `for:`"
    private static let setting = "this setting belongs in `policy: RetryPolicy(…)`"
    private static let within = "`within:` needs a condition: add until: { … }, or use `for:`"
    private static let value = "to get the value, let `until` take it: try autoRetry(…) { … } until: { $0… }"
    private static let place = "the place belongs in withCallPlace(sourceLocation) { … }"
    private static let wait = "the time of a wait is `for:`"
    private static let pause = "the pause before a retry is `policy: RetryPolicy(delay: …)`"
    private static let unit = "a time has a unit, such as .seconds(5)"
    private static let name = "the name comes first, without a label"
    private static let named = "a step with `until:` or without a condition begins with its name"
    private static let labels = "after a name, the condition is `until:`, the reset steps are `reset:`"
    private static let after = "what runs after the step follows the call, which returns whether it succeeded"
    private static let function = "pass a function or a closure, not its result: leave out (), or write { … }"
    private static let checksFirst = "`checksFirst:` needs a condition: add until: { … }"
    private static let closureOfErrors = "write a closure: isRetryable: { $0 is URLError }"
    private static let closure = "the condition is a closure that follows the action: until: { … }"
    private static let type = "adopt TargetedAutoRetry in the type, or write CurrentTest().auto"
    private static let reason = "write the reason: .flaky(.fixable(reason: …))"
    private static let flakiness = "a number belongs in the reason: .notFixable(reason: …, maxRetryCount: …)"
    private static let flakyDay = "a day or a bug belongs in the reason: .fixable(reason: …, bug: …, expires: …)"

    private static let waits = "a wait checks a condition; actions and assertions need autoRetry(…, for: …) { … }"
    private static let valueThrows =
      "remove `failTestOnFailure:` (a step with a value throws), or write `_ =` in the action"
    private static let repeats = "a wait repeats this closure: write `meanwhile:`, or use autoRetry(…) for an action"
    private static let inStatic = "in a static function, write CurrentTest().auto"
    private static let trait = "a test re-runs by .flaky(…), its steps by .retryPolicy(…)"

    private static let order = "the order is: action, `until:`, `reset:`"
    private static let errors = "which errors are retried belongs in `policy: RetryPolicy(isRetryable: …)`"
    private static let day = "a day is a text, such as \"2027-03-31\""

    private static let retriesUsed =
      "this form returns the retries it used; with a name and `until:`, it returns a Bool"
    private static let callPlace = "renamed to 'withCallPlace(file:line:operation:)'"
    private static let conditionReturns = "the condition returns a Bool; taps and assertions belong in the action"
    private static let firstPause = "write the first pause: .exponential(from: .milliseconds(100))"
    private static let longestPause = "the longest pause is `cap:`, the growth `factor:`"
    private static let abort = "to end the step, return .abort(\"why\")"

    private static let timeoutInSeconds = "the time per attempt is `within: .seconds(5)`, that of the step `for:`"
    private static let testCase = "write CurrentTest().auto"
    private static let inParentheses = "in parentheses, the action is `mainAction:`"
    private static let first = "a step begins with its name: autoRetry(\"…\", retryAttempts: 3) { … }"

    private static let guesses = [
      #"test.autoRetry("A", within: second, act, until: { isDone() }, reset: act)"#: inParentheses,
      #"test.autoRetry("A", act, until: { isDone() }, reset: act)"#: inParentheses,
      #"let text: String = try test.autoRetry("A", name, until: { $0 != "" }, reset: act); show(text.count)"#:
        inParentheses,
      #"test.autoRetry("A", action: act, until: { isDone() }, reset: act)"#: inParentheses,
      "test.autoRetry(3) { act(); XCTAssertTrue(isDone()) }": first,
      "let done: Bool = test.autoRetry(3) { act() } until: { isDone() }; if done { act() }": first,
      #"test.autoRetry(3, "A", within: second) { act() } until: { isDone() } reset: { act() }"#: first,
      "let text: String = try test.autoRetry(3) { name() }; show(text.count)": first,
      "test.autoRetry(retries: 3) { act() } until: { isDone() }": named,
      "test.autoRetry(times: 3) { act(); XCTAssertTrue(isDone()) }": named,
      #"let text: String = try test.autoRetry("A", within: second) { name() }; show(text.count)"#: within,
      #"let done: Bool = test.autoRetry("A", within: second) { act(); act() }; if done { act() }"#: within,
      #"let text: String = try test.autoRetry("A", retries: 3) { name() }; show(text.count)"#: retries,
      #"let text: String = try test.autoRetry("A", 3) { name() } until: { $0 != "" }; show(text.count)"#: retries,
      #"let text: String = try test.autoRetry("A", second) { name() } until: { $0 != "" }; show(text.count)"#: time,
      #"let text: String = try test.autoRetry("A", interval: second) { name() } until: { $0 != "" }; show(text.count)"#:
        pause,
      #"let text: String = try test.autoRetry(name: "A") { name() } until: { $0 != "" }; show(text.count)"#: name,
      #"let text: String = try test.autoRetry("A") { name() } while: { $0 == "" }; show(text.count)"#:
        "the condition is `until:`, and is true when the action has worked",
      #"let text: String = try test.autoRetry("A") { name() } successCondition: { $0 != "" }; show(text.count)"#:
        labels,
      #"let text: String = try test.autoRetry("A") { name() } until: { $0 != "" } onRetry: { act() }; show(text.count)"#:
        "what runs before each retry is `reset:`",
      #"test.autoRetry("A", timeout: 5) { act() } until: { isDone() }"#: timeoutInSeconds,
      #"test.autoRetry("A", timeout: 2.5, retryAttempts: 2) { act() } until: { isDone() }"#: timeoutInSeconds,
      #"show(try test.autoRetry("A", timeout: 5, retryAttempts: 2) { count() } until: { $0 > 3 })"#: timeoutInSeconds,
      #"test.autoRetry("A", retryAttempts: 2, delay: 1) { act() } until: { isDone() }"#: unit,
      #"test.autoRetry("A", delay: second, retryAttempts: 2) { act() } until: { isDone() }"#: pause,
      #"test.autoRetry("A", pause: second, within: second) { act() } until: { isDone() }"#: pause,
      #"plainTest.autoRetry("A", within: second) { act() } until: { isDone() }"#: testCase,
      #"plainTest.autoRetry("A") { act() }"#: testCase,
      #"show(try plainTest.autoRetry("A", for: second) { count() } until: { $0 > 3 })"#: testCase,
      #"plainTest.autoWait("A", for: second) { isDone() }"#: testCase,
      "guard test.autoRetry(mainAction: act, successCondition: isDone, resetSteps: act) else { return }": retriesUsed,
      #"if test.autoRetry(mainAction: act, successCondition: isDone, actionDescription: "A") { act() }"#: retriesUsed,
      "XCTAssertTrue(test.autoRetry(mainAction: act, successCondition: isDone))": retriesUsed,
      "guard await test.autoRetry(mainAction: actLater, successCondition: { isDone() }) else { return }": retriesUsed,
      #"test.autoRetry("A", timeout: second, retryAttempts: 2) { act() } until: { isDone() }"#: time,
      #"test.autoRetry("A", conditionTimeout: second) { act() } until: { isDone() }"#: time,
      #"test.autoRetry("A", retryAttempts: 2, conditionTimeout: second) { act() } until: { isDone() }"#: time,
      #"show(try test.autoRetry("A", timeLimit: second, retryAttempts: 2) { count() } until: { $0 > 3 })"#: time,
      #"show(try test.autoRetry("A", conditionTimeout: second) { count() } until: { $0 > 3 })"#: time,
      #"test.autoRetry("A", retries: 2, within: second) { act() } until: { isDone() }"#: retries,
      #"show(try test.autoRetry("A", times: 2, within: second) { count() } until: { $0 > 3 })"#: retries,
      #"test.autoWait("A", conditionTimeout: second) { isDone() }"#: wait,
      #"test.autoRetry("A", within: second, resetSteps: act) { act() } until: { isDone() }"#: order,
      #"test.autoRetry("A", within: second, reset: act) { act() } until: { isDone() }"#: order,
      #"test.autoRetry("A") { act() } reset: { act() } until: { isDone() }"#:
        "argument 'until' must precede argument 'reset'",
      #"test.autoWait("A", for: second) { act() } until: { isDone() }"#: repeats,
      #"test.autoWait("A") { act() } until: { act(); return isDone() }"#: repeats,
      #"func attach(to attempt: FailedAttempt) { attempt.attach("log", named: "log.txt") }"#:
        "attach it in the hook collectEvidence(of:)",
      #"test.autoRetry("A", { act() })"#: "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A", action: { act() })"#: "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A", action: act, until: isDone)"#: "in parentheses, the action is `mainAction:`",
      #"show(try test.autoRetry("A", { count() }, until: { $0 > 0 }))"#: "in parentheses, the action is `mainAction:`",
      #"show(try test.autoRetry("A", { Count() }, until: \.isEnough).number)"#:
        "in parentheses, the action is `mainAction:`",
      #"show(try test.autoRetry("A", within: second, action: count, until: { $0 > 0 }))"#:
        "in parentheses, the action is `mainAction:`",
      #"show(try test.autoWait("A", for: second) { count() } until: { $0 > 3 })"#: "a wait for a value has one closure",
      #"test.autoRetry("A", policy: .noRetries) { act() } until: { isDone() }"#: "write RetryPolicy(retryAttempts: 0)",
      #"test.autoRetry("A", retryAttempts: 1, { act(); XCTAssertTrue(isDone()) })"#:
        "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A") { act() } until: { isDone() } onReset: { act() }"#:
        "what runs before each retry is `reset:`",
      #"test.autoRetry("A", successCondition: { isDone() }) { act() }"#:
        "after a name, the condition is `until:`, and follows the action",
      #"test.autoRetry("A") { act() } until: { XCTAssertTrue(isDone()) }"#: conditionReturns,
      #"test.autoRetry("A", within: second) { act() } until: { #expect(isDone()) } reset: { act() }"#: conditionReturns,
      "withCallPlace(#filePath, #line) { act() }": callPlace,
      #"flaky(.fixable(reason: "slow"), reruns: 2) { act() }"#: flakiness,
      #"@Test(.flaky(.fixable(reason: "slow"), times: 2)) func kTest() {}"#: flakiness,
      "func name(_ attempt: FailedAttempt) -> String { attempt.stepName }": "renamed to 'actionDescription'",
      "func left(_ attempt: FailedAttempt) -> Int { attempt.attemptsRemaining }": "renamed to 'retriesRemaining'",
      "func time(_ attempt: FailedAttempt) -> Duration { attempt.duration }": "renamed to 'elapsed'",
      "func count(_ error: RetryExhausted) -> Int { error.attempts.count }": "renamed to 'failedAttempts'",
      #"func text(_ error: RetryExhausted) -> String { "\(error.cause)" }"#: "each attempt has one",
      "_ = RetryScope.perform { count() }": "in the attempt, let scope = RetryScope.current",
      "func hook(_ attempt: FailedAttempt) -> RecoveryAction { attempt.number > 1 ? .stop : .retry }": abort,
      #"func hook(_ attempt: FailedAttempt) -> RecoveryAction { .fail("down") }"#: abort,
      "func hook(_ attempt: FailedAttempt) -> RecoveryAction { .continue }": "renamed to 'retry'",
      #"private let why = Flakiness.unfixable(reason: "slow")"#: "renamed to 'notFixable(reason:",
      "private let policy = RetryPolicy(retryAttempts: 3, delay: .exponential)": firstPause,
      "private let policy = RetryPolicy(delay: .exponential(.seconds(1)))": firstPause,
      "private let policy = RetryPolicy(delay: .exponential(from: .seconds(1), to: .seconds(9)))": longestPause,
      "private let policy = RetryPolicy(delay: .exponential(from: second, max: second, multiplier: 3))": longestPause,
      "private let delay = RetryDelay.exponential(from: .milliseconds(5), multiplier: 1.5, jitter: 0.5)": longestPause,
      "private let policy = RetryPolicy(delay: .fixed(.seconds(1)))": "renamed to 'constant(_:)'",
      "private let policy = RetryPolicy(within: second, retryAttempts: 2)":
        "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`",
      "private let policy = RetryPolicy(delay: .exponential(initial: .milliseconds(1), maximum: second))":
        "the first pause is `from:`, the longest `cap:`, the growth `factor:`",
      #"RetryScope.current.attach("a", named: "a.txt")"#: "attach it in the hook collectEvidence(of:)",
      "print(RetryScope.current.attempt)": "the number of the attempt is RetryAttempt.current?.number",
      "print(RetryScope.current.number)": "the number of the attempt is RetryAttempt.current?.number",
      "private func isBad(_ attempt: AttemptEvidence) -> Bool { attempt.failed }":
        "after the attempt that worked, `failure` is nil",
      "private func text(_ attempt: AttemptEvidence) -> String { \"\\(attempt.error as Any)\" }":
        "the error is in `failure`: if case .error(let error) = attempt.failure?.cause",
      "private let policy = RetryPolicy(isRetryable: [URLError(.timedOut)])": closureOfErrors,
      "private let policy = RetryPolicy(retryAttempts: 2, isRetryable: URLError(.timedOut))": closureOfErrors,
      "private let policy = RetryPolicy(delay: .every(.seconds(1)))": "renamed to 'constant(_:)'",
      "private let policy = RetryPolicy(delay: RetryDelay(second))": "write .constant(pause)",
      "private let policy = RetryPolicy(delay: second)": "a pause of a variable length is .constant(pause)",
      #"test.autoRetry("A", policy: RetryPolicy(delay: second)) { act() } until: { isDone() }"#:
        "a pause of a variable length is .constant(pause)",
      "private let policy = RetryPolicy(retryAttempts: 3, delay: second, timeLimit: second)":
        "a pause of a variable length is .constant(pause)",
      #"@Test(.flaky(reason: "slow", expires: Date())) func jTest() {}"#:
        "write the reason: .flaky(.fixable(reason: …, expires:",
      // The message for a wrong type in an action is the usual one.
      #"test.autoRetry("A") { XCTAssertEqual(name(), 42) }"#: "conflicting arguments to generic parameter 'T'",
      #"test.autoRetry("A") { XCTAssertEqual(name(), 42) } until: { isDone() }"#:
        "conflicting arguments to generic parameter 'T'",
      #"test.autoRetry("A") { act(); XCTAssertEqual(nome(), 42) }"#: "cannot find 'nome' in scope",
      #"let text: String = try autoRetry("A") { name() }; show(text.count)"#: type,
      #"show(try test.autoRetry("A", within: 5) { count() } until: { $0 > 0 })"#: unit,
      #"test.autoRetry("A") { act() } condition: { isDone() } cleanup: { act() }"#: "the condition is `until:`",
      #"test.autoRetry("A") { act() } verify: { isDone() } cleanup: { act() }"#: "the condition is `until:`",
      #"test.autoRetry("A", within: second) { act() } verify: { isDone() }"#: "the condition is `until:`",
      #"test.autoRetry("A", within: second) { act() } until: { isDone() } beforeRetry: { act() }"#:
        "what runs before each retry is `reset:`",
      #"test.autoRetry("A") { act() } until: { isDone() } cleanup: { act() }"#:
        "what runs before each retry is `reset:`",
      #"if test.autoRetry("A", retryAttempts: 1, failTestOnFailure: false, { act() }, until: { isDone() }) { act() }"#:
        "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A", until: { isDone() }) { act() }"#: order,
      #"test.autoRetry("A", reset: act) { act() } until: { isDone() }"#: order,
      #"show(try test.autoRetry("A", until: \.isEnough) { Count() }.number)"#: order,
      #"test.autoRetry("A", reset: { act() }) { XCTAssertTrue(isDone()) }"#: order,
      #"show(try test.autoRetry(within: second) { count() } until: { $0 > 0 })"#: named,
      #"show(try test.autoRetry("A", delay: .seconds(1)) { count() } until: { $0 > 0 })"#: setting,
      #"show(try test.autoRetry("A", checksFirst: true) { count() } until: { $0 > 0 })"#:
        "a value exists only after the action: leave out `checksFirst:`",
      #"show(try test.autoRetry("A") { count() } until: { $0 > 0 } onFailure: { act() })"#:
        "what runs after the step follows the call; if it fails, catch RetryExhausted",
      #"show(try test.autoRetry("A", catching: URLError.self) { count() } until: { $0 > 0 })"#: errors,
      #"test.autoRetry("A", retryIf: { $0 is URLError }) { act() } until: { isDone() }"#: errors,
      #"show(try autoRetry("A") { count() } until: { $0 > 0 })"#: type,
      #"try await autoRetry("A", within: second) { await actLater(); return 1 } until: { $0 > 0 }"#: type,
      #"let done = autoRetry("A", failTestOnFailure: false) { act() } until: { isDone() }; XCTAssertTrue(done)"#: type,
      #"show(try CurrentTest.autoRetry("A") { count() } until: { $0 > 0 })"#: inStatic,
      #"test.autoWait("A", for: second) { isDone() } reset: { act() }"#:
        "a wait runs nothing that could be reset: use autoRetry(…, for: …)",
      #"test.autoWait("A") { noted("count", count()) > 0 }"#: "the value comes first: noted(value, as: \"name\")",
      #"flaky(.fixable(reason: "slow", expires: Date())) { act() }"#: day,
      #"flaky(.notFixable(reason: "slow", maxRetryCount: 2, expires: Date())) { act() }"#: day,
      "func stop(_ attempt: FailedAttempt) -> Bool { attempt.error == nil }": "the error is in `cause`",
      "func name(_ attempt: FailedAttempt) -> String { attempt.name }": "renamed to 'actionDescription'",
      "private let policy = RetryPolicy(maxRetries: 3, backoff: .seconds(1))": retries,
      #"private let policy = RetryPolicy(retryAttempts: 1, conditionTimeout: second, because: "slow")"#:
        "write the reason: .fixable(reason: …)",
      #"test.autoRetry("A", retries: 3, timeout: second) { act() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", within: second, sourceLocation: #_sourceLocation) { act() } until: { isDone() }"#: place,
      #"test.autoRetry("A", retryAttempts: 1, sourceLocation: #_sourceLocation) { act() } reset: { act() }"#: place,
      #"show(try test.autoRetry("A", sourceLocation: #_sourceLocation) { count() } until: { $0 > 0 })"#: place,
      #"let one: Int = try test.autoRetry("A", sourceLocation: #_sourceLocation) { count() }; show(one)"#: place,
      #"test.autoRetry(mainAction: act, successCondition: isDone, sourceLocation: #_sourceLocation)"#: place,
      #"test.autoWait("A", for: second, sourceLocation: #_sourceLocation) { isDone() }"#: place,
      #"flaky(.fixable(reason: "slow"), sourceLocation: #_sourceLocation) { act() }"#: place,
      #"test.autoRetry("A") { act() } onFailure: { error in show("\(error)".count) }"#:
        "a hook gets each failed attempt: recoveryAction(after:)",
      #"test.autoRetry("A") { act() } until: { isDone() } onRetry: { number in show(number) }"#:
        "what runs before each retry is `reset:`, and a hook gets the failed attempt",
      #"_ = try test.autoRetry("A", failTestOnFailure: false) { name() }"#: valueThrows,
      #"let one = try test.autoRetry("A", failTestOnFailure: false) { name() }; show(one.count)"#: valueThrows,
      #"test.autoRetry("A", shouldFail: false) { act() } until: { isDone() }"#: "the label is `failTestOnFailure:`",
      #"test.autoWait("A", timeout: 5) { isDone() }"#: unit,
      #"CurrentTest.autoRetry("A") { act() } until: { isDone() }"#: inStatic,
      "CurrentTest.autoRetry(mainAction: act, successCondition: isDone)": inStatic,
      #"test.autoRetry("A") { Task { 1 } }"#: "await the work itself: await autoRetry(…) { await … }",
      "private func makePage() -> RetryableTestCase { RetryableTestCase() }": "only XCTest creates test cases",
      #"CurrentTest.autoWait("A", for: second) { isDone() }"#: inStatic,
      "private let policy = RetryPolicy(maxAttempts: 5, timeout: second)": retries,
      #"@Test(.flaky(reason: "slow", expires: "2027-01-01")) func fTest() {}"#: reason,
      "@Test(.retry(3)) func gTest() {}": trait,
      "@Suite(.retries(3)) struct HSuite {}": trait,
      "@Test(.autoRetry(3)) func iTest() {}": trait,
      #"test.autoWait("A", for: second) { act() }"#: waits,
      #"test.autoRetry("A", retries: 3) { act() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", 3) { act() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", within: second, times: 3, policy: .default) { act() } until: { isDone() } reset: { act() }"#:
        retries,
      #"test.autoRetry("A", maxAttempts: 3) { act(); XCTAssertTrue(isDone()) }"#: retries,
      #"await test.autoRetry("A", attempts: 3) { await actLater() } until: { isDone() }"#: retries,
      #"test.autoRetry("A", timeout: second) { act() } until: { isDone() }"#: time,
      #"test.autoRetry("A", timeLimit: second) { act() }"#: time,
      #"test.autoRetry("A", delay: .seconds(1)) { act() } until: { isDone() }"#: pause,
      #"test.autoRetry("A", retryAttempts: 2, delay: second, policy: .default) { act() } until: { isDone() }"#: pause,
      #"await test.autoWait("A", for: second) { await actLater() }"#: waits,
      #"await test.autoWait("A", failTestOnFailure: false) { await actLater(); XCTAssertTrue(isDone()) }"#: waits,
      #"test.autoWait("A", for: second, failTestOnFailure: false, policy: .default) { XCTAssertTrue(isDone()) }"#:
        waits,
      #"test.autoWait("A", timeout: second, policy: .default) { isDone() }"#: wait,
      #"let text: String = try test.autoWait("A", within: second) { name() }; show(text.count)"#: wait,
      #"test.autoWait("A", for: 5, stableFor: 1, failTestOnFailure: false) { isDone() }"#: unit,
      #"autoWait("A", for: second, stableFor: second) { isDone() }"#: type,
      #"autoRetry("A", checksFirst: true, file: #filePath, line: #line) { act() } until: { isDone() }"#: type,
      "func load(_ body: () async throws -> Int?) async throws -> Int { try await test.autoRetry(\"A\", for: second, body) }":
        "in parentheses, the action is `mainAction:`",
      #"show(try test.autoRetry("A", { count() }))"#: "in parentheses, the action is `mainAction:`",
      #"let done = test.autoRetry("A", policy: .default, act); XCTAssertTrue(done)"#:
        "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A", checksFirst: true) { act() }"#: checksFirst,
      #"await test.autoRetry("A", retryAttempts: 2, checksFirst: true) { await actLater() }"#: checksFirst,
      #"test.autoRetry("A", checksFirst: true, failTestOnFailure: false) { act(); XCTAssertTrue(isDone()) }"#:
        checksFirst,
      "private let policy = RetryPolicy(maxAttempts: 5, interval: second)": retries,
      "private let policy = RetryPolicy(retries: 5, conditionTimeout: second)": retries,
      "private let policy = RetryPolicy(retryAttempts: 5, timeout: second)":
        "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`",
      "private let policy = RetryPolicy(retryAttempts: 2, pause: second, timeLimit: second)":
        "the pause before a retry is `delay:`",
      // The answer is the same if the call has other arguments too.
      #"test.autoRetry("A", retryAttempts: 2, policy: .default, { act() })"#:
        "in parentheses, the action is `mainAction:`",
      #"show(try test.autoRetry("A", policy: .default, { count() }, until: { $0 > 0 }))"#:
        "in parentheses, the action is `mainAction:`",
      #"test.autoRetry("A", retries: 3, failTestOnFailure: false, policy: .default) { act() } until: { isDone() }"#:
        retries,
      #"test.autoRetry("A", within: second, retries: 3, file: #filePath, line: #line) { act() } until: { isDone() }"#:
        retries,
      #"test.autoRetry("A", retryAttempts: 2, timeout: second, failTestOnFailure: false) { act() } until: { isDone() }"#:
        time,
      #"test.autoRetry("A", within: 5, failTestOnFailure: false, policy: .default) { act() } until: { isDone() }"#:
        unit,
      #"test.autoRetry("A", failTestOnFailure: false) { act() } condition: { isDone() }"#: "the condition is `until:`",
      #"test.autoRetry("A", policy: .default) { act() } until: { XCTAssertTrue(isDone()) }"#: conditionReturns,
      #"test.autoRetry("A", retryAttempts: 2) { act() } until: { isDone() } onRetry: { act() }"#:
        "what runs before each retry is `reset:`",
      #"test.autoRetry("A", policy: .default) { act() } until: { isDone() } resetSteps: { act() }"#: labels,
      #"test.autoRetry("A", failTestOnFailure: false, until: isTrue) { act() }"#: closure,
      #"test.autoRetry("A", within: second, policy: .default) { act(); XCTAssertTrue(isDone()) }"#: within,
      #"await test.autoRetry("A", within: second, retryAttempts: 2) { await actLater() }"#: within,
      #"let one: Int = test.autoRetry("A", policy: .default) { 1 } until: { isDone() }"#: value,
      #"_ = await test.autoRetry("A", retryAttempts: 2) { await actLater(); return 1 } until: { isDone() } + 1"#: value,
      #"CurrentTest.autoRetry("A", failTestOnFailure: false, policy: .default) { act() } until: { isDone() }"#:
        inStatic,
      #"test.autoRetry(mainAction: act(), successCondition: isDone(), retryAttempts: 2, failTestOnFailure: false)"#:
        function,
      #"test.autoRetry(mainAction: act, successCondition: isDone, retries: 3, failTestOnFailure: false)"#: retries,
      #"test.autoRetry("A", because: .fixable(reason: "slow")) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", within: second, stableFor: second) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", pollingInterval: second) { act() } until: { isDone() } reset: { act() }"#: setting,
      #"test.autoRetry("A") { act() } condition: { isDone() } reset: { act() }"#: "the condition is `until:`",
      #"test.autoRetry("A", within: second) { XCTWaiter().wait(for: [], timeout: 1); act() }"#: within,
      #"test.autoRetry("A", within: second, retryAttempts: 3) { XCTAssertTrue(isDone()) }"#: within,
      #"await test.autoRetry("A", within: second) { await actLater() }"#: within,
      #"try await test.autoRetry("A", within: second) { await actLater(); return 1 }"#: within,
      #"let one: Int = test.autoRetry("A") { 1 } until: { isDone() }"#: value,
      #"let one: Int = test.autoRetry("A", within: second) { 1 } until: { isDone() } reset: { act() }"#: value,
      #"let n: Int = await test.autoRetry("A") { await actLater(); return 1 } until: { true } reset: { act() }"#: value,
      #"_ = await test.autoRetry("A") { await actLater(); return 1 } until: { isDone() } + 1"#: value,
      #"test.autoRetry("A", sourceLocation: #_sourceLocation) { self.act() } until: { self.isDone() }"#: place,
      #"test.autoRetry(mainAction: act, successCondition: isDone, reset: act)"#: "the reset steps are `resetSteps:`",
      #"test.autoRetry(mainAction: act, successCondition: isDone, description: "A")"#:
        "the name is `actionDescription:`, after the functions",
      #"test.autoRetry(actionDescription: "A", mainAction: act, successCondition: { isDone() })"#:
        "the name is `actionDescription:`, after the functions",
      #"test.autoRetry("A", interval: second) { act() } until: { isDone() }"#: pause,
      #"test.autoRetry("A", backoff: .exponential(from: second)) { act(); XCTAssertTrue(isDone()) }"#: pause,
      #"test.autoRetry("A", within: 5) { act() } until: { isDone() }"#: unit,
      #"test.autoRetry("A", for: 0.5) { act(); XCTAssertTrue(isDone()) }"#: unit,
      #"test.autoRetry(name: "A") { act() } until: { isDone() }"#: name,
      #"test.autoRetry("A", message: "later") { act() } until: { isDone() }"#: name,
      "test.autoRetry { act() } until: { isDone() }": named,
      "test.autoRetry(mainAction: act)": named,
      #"test.autoRetry("A") { act() } while: { !isDone() }"#:
        "the condition is `until:`, and is true when the action has worked",
      #"test.autoRetry("A") { act() } successCondition: { isDone() } resetSteps: { act() }"#: labels,
      #"test.autoRetry("A", mainAction: act, successCondition: isDone)"#: labels,
      #"test.autoRetry("A") { act() } until: { isDone() } resetSteps: { act() }"#: labels,
      #"test.autoRetry("A") { act() } until: { isDone() } onRetry: { act() }"#:
        "what runs before each retry is `reset:`",
      #"test.autoRetry("A") { act() } until: { isDone() } finally: { act() }"#: after,
      #"test.autoRetry("A") { act() } onFailure: { act() }"#: after,
      "test.autoRetry(mainAction: act(), successCondition: isDone)": function,
      "test.autoRetry(mainAction: act, successCondition: isDone(), resetSteps: act)": function,
      #"test.autoRetry(mainAction: act(), successCondition: isDone(), actionDescription: "A")"#: function,
      "test.autoRetry(mainAction: { act() }, successCondition: { isDone() }, resetSteps: act())": function,
      "test.autoRetry(mainAction: act, successCondition: isDone, retries: 3)": retries,
      "test.autoRetry(mainAction: act, successCondition: isDone, within: second)": setting,
      "test.autoRetry(mainAction: act, successCondition: isDone, checksFirst: true)": setting,
      #"test.autoRetry("A", mainAction: act, until: isTrue)"#: closure,
      #"test.autoRetry("A", within: second, until: isTrue) { act() }"#: closure,
      "test.autoRetry(mainAction: act, successCondition: isTrue)": function,
      "test.autoRetry(mainAction: act, successCondition: isDone, resetSteps: [act, act])":
        "reset steps are one function or closure: resetSteps: { first(); second() }",
      "test.autoRetry(mainAction: act, successCondition: { XCTAssertTrue(isDone()) })": conditionReturns,
      #"test.autoRetry(mainAction: act, until: isDone, actionDescription: "A")"#: named,
      #"test.autoRetry(action: act, successCondition: isDone, actionDescription: "A")"#: "the action is `mainAction:`",
      "test.autoRetry(mainAction: act, condition: isDone)": "after `mainAction:`, the condition is `successCondition:`",
      #"test.autoRetry("A", .seconds(1)) { act() } until: { isDone() }"#: time,
      #"test.autoWait("A", .seconds(1)) { isDone() }"#: wait,
      #"test.autoWait("A", for: second, until: isTrue)"#: "the condition is a closure: autoWait(…) { … }",
      #"show(test.autoWait("A", for: second, failTestOnFailure: false) { name() }.count)"#:
        "remove `failTestOnFailure:`: without a value, the wait throws RetryExhausted",
      "withRetryPolicy(retryAttempts: 3) { act() }":
        "write a policy: withRetryPolicy(RetryPolicy(retryAttempts: …)) { … }",
      "private let policy = RetryPolicy(isRetryable: URLError.self)": closureOfErrors,
      "private let policy = RetryPolicy(retryAttempts: 3, isRetryable: [URLError.self])": closureOfErrors,
      #"private let policy = RetryPolicy(because: Flakiness(reason: "slow"))"#: "write .fixable(reason: …)",
      #"autoRetry("A") { act() } until: { isDone() }"#: type,
      "autoRetry(mainAction: act, successCondition: isDone)": type,
      #"autoWait("A") { isDone() }"#: type,
      #"show(try test.autoRetry("A", retries: 3) { count() } until: { $0 > 0 })"#: retries,
      #"show(try test.autoRetry("A", timeout: second) { count() } until: { $0 > 0 } reset: { act() })"#: time,
      #"show(try test.autoRetry("A") { count() } condition: { $0 > 0 })"#: "the condition is `until:`",
      #"try test.autoRetry("A", failTestOnFailure: false) { name() } until: { $0 == "Ada" }"#:
        "remove `failTestOnFailure:`: without a value, the step throws RetryExhausted",
      #"test.autoRetry("A", failTest: false) { act() } until: { isDone() }"#: "the label is `failTestOnFailure:`",
      #"test.autoRetry("A", retry: 3) { act() } until: { isDone() }"#: retries,
      #"test.autoWait("A", timeout: second) { isDone() }"#: wait,
      #"test.autoWait("A", within: second) { isDone() }"#: wait,
      #"test.autoWait("A", pollingInterval: .zero) { isDone() }"#:
        "the pause is `policy: RetryPolicy(pollingInterval: …)`",
      #"test.autoWait("A", for: 5) { isDone() }"#: unit,
      #"test.autoWait("A", retryAttempts: 3) { isDone() }"#: "a wait retries nothing, and its time is `for:`",
      #"test.autoWait("A") { isDone() } meanwhile: { act() }"#: "`meanwhile:` comes before the condition",
      #"test.autoWait("A", for: second, pollingEvery: second) { isDone() }"#:
        "the pause is `policy: RetryPolicy(pollingInterval: …)`",
      #"test.autoWait("A", pollEvery: .milliseconds(10)) { isDone() }"#:
        "the pause is `policy: RetryPolicy(pollingInterval: …)`",
      #"test.autoWait("A", for: second, ignoring: URLError.self) { isDone() }"#:
        "an error in the condition counts as false",
      #"test.autoWait("A", ignore: [URLError.self]) { try fail(); return isDone() }"#:
        "an error in the condition counts as false",
      #"test.autoRetry("A", within: second, pollingEvery: second) { act() } until: { isDone() }"#: setting,
      #"test.autoRetry("A", ignoring: URLError.self) { try fail() } until: { isDone() }"#: errors,
      "test.autoWait { isDone() }": "a wait begins with its name",
      #"test.autoWait("A", for: second) { XCTAssertTrue(isDone()) }"#:
        waits,
      #"test.autoWait("A", for: second) { act(); XCTAssertTrue(isDone()) }"#:
        waits,
      "private let policy = RetryPolicy(attempts: 2)": retries,
      "private let policy = RetryPolicy(timeout: second)":
        "the time per attempt is `conditionTimeout:`, that of the step `timeLimit:`",
      "private let policy = RetryPolicy(retryAttempts: 1, interval: second)": "the pause before a retry is `delay:`",
      "private let policy = RetryPolicy(delay: 2)": unit,
      #"private let policy = RetryPolicy(because: "slow")"#: "write the reason: .fixable(reason: …)",
      #"flaky("slow") { act() }"#: "write the reason: flaky(.fixable(reason: …)) { … }",
      "flaky { act() }": "write the reason: flaky(.fixable(reason: …)) { … }",
      #"flaky(.fixable(reason: "slow"), retries: 3) { act() }"#: flakiness,
      "@Test(.flaky) func aTest() {}": reason,
      "@Suite(.flaky) struct ASuite {}": reason,
      #"@Test(.flaky("slow")) func bTest() {}"#: reason,
      "@Test(.flaky(retries: 3)) func cTest() {}": reason,
      #"@Test(.flaky(.fixable(reason: "slow"), expires: "2027-01-01")) func dTest() {}"#: flakyDay,
      #"flaky(.fixable(reason: "slow"), bug: "SHOP-1", expires: "2027-01-01") { act() }"#: flakyDay,
      "@Test(.retryPolicy(retries: 3)) func eTest() {}": "write a policy: .retryPolicy(RetryPolicy(retryAttempts: …))",
    ].map { (code: $0, answer: $1) }

    private static let uses = [
      "let done = withCallPlace(file: #filePath, line: #line) { count() }; show(done)",
      "let done = await withCallPlace(file: #filePath, line: #line) { await actLater(); return count() }; show(done)",
      #"test.autoRetry("A") { #expect(throws: Never.self) { try fail() } } reset: { act() }"#,
      #"await test.autoRetry("A") { await #expect(throws: Never.self) { await actLater(); try fail() } }"#,
      #"let done = test.autoRetry("A") { #expect(throws: Never.self) { try fail() } }; XCTAssertTrue(done)"#,
      #"show(try test.autoRetry("A") { #expect(throws: URLError.self) { try fail() } }.errorCode)"#,
      "let used = test.autoRetry(mainAction: act, successCondition: isDone); show(used)",
      "if test.autoRetry(mainAction: act, successCondition: isDone) > 0 { act() }",
      #"let text = try flaky(.fixable(reason: "slow")) { try XCTUnwrap(name()) }; show(text.count)"#,
      #"let one = await flaky(.fixable(reason: "slow")) { await actLater(); return count() }; show(one)"#,
      #"flaky(.fixable(reason: "slow")) { count() }; flaky(.fixable(reason: "slow")) { XCTAssertTrue(isDone()) }"#,
      #"test.autoRetry("A", failTestOnFailure: false) { act() }"#,
      #"test.autoRetry("A", failTestOnFailure: false) { _ = name() } reset: { act() }"#,
      #"let done = test.autoRetry("A", failTestOnFailure: false) { isDone() }; XCTAssertTrue(done)"#,
      #"if test.autoRetry("A", failTestOnFailure: false, mainAction: act) { act() }"#,
      #"test.autoRetry("A", policy: RetryPolicy(retryAttempts: 2, delay: .milliseconds(10))) { act() } until: { isDone() }"#,
      #"test.autoRetry("A", policy: RetryPolicy(delay: .seconds(0.5))) { act() } until: { noted(isDone()) }"#,
      #"test.autoRetry("A", within: second, retryAttempts: 1) { act() } until: { noted(name(), as: "name") == "Ada" }"#,
      #"test.autoRetry("A", for: second) { act() } until: { isDone() } reset: { act() }"#,
      #"test.autoRetry("A", checksFirst: true) { act() } until: { isDone() } reset: { count() }"#,
      #"test.autoRetry("A", failTestOnFailure: false) { count() } until: { isDone() }"#,
      #"guard (test.autoRetry("A") { act() } until: { isDone() }) else { return }"#,
      #"withRetryPolicy(RetryPolicy(retryAttempts: 1)) { test.autoRetry("A") { act() } until: { isDone() } }"#,
      #"XCTAssertEqual(test.autoRetry(mainAction: act, successCondition: isDone), 0)"#,
      #"test.autoRetry(mainAction: { act() }, successCondition: { isDone() }, resetSteps: { act() })"#,
      #"test.autoRetry("A") { act(); XCTAssertTrue(isDone()) }"#,
      #"test.autoRetry("A", for: second) { act(); XCTAssertTrue(isDone()) } reset: { act() }"#,
      #"try test.autoRetry("A") { XCTAssertEqual(try XCTUnwrap(name()), "Ada") }"#,
      #"let done: Bool = test.autoRetry("A") { act(); XCTAssertTrue(true) }; XCTAssertTrue(done)"#,
      #"let done = [test.autoRetry("A") { act(); XCTAssertTrue(true) }]; XCTAssertTrue(done[0])"#,
      #"let open: () -> Void = { test.autoRetry("A") { XCTAssertTrue(true) } reset: {} }; open()"#,
      #"test.autoRetry("A") { test.autoRetry("B", retryAttempts: 0) { act(); act() } } reset: { act() }"#,
      #"test.autoRetry("A") { count() == 1 }; test.autoRetry("B") { act(); return isDone() } reset: { act() }"#,
      #"DispatchQueue.global().async { CurrentTest().autoRetry("A") { XCTAssertTrue(true) } }"#,
      #"let one = try test.autoRetry("A", within: second) { act(); return count() } until: { $0 > 0 }; show(one)"#,
      #"show(try test.autoRetry("A", for: second) { count() } reset: { count() })"#,
      #"show(try test.autoRetry("A", mainAction: name, until: { $0 == "Ada" }, reset: act).count)"#,
      #"let pair = try test.autoRetry("A") { (count(), name()) } until: { $0.1 != nil }; show(pair.0)"#,
      #"show(try XCTUnwrap(try? test.autoRetry("A") { name() }).count)"#,
      #"test.autoWait("A", for: second, meanwhile: act) { isDone() }; show(try test.autoWait("A") { name() }.count)"#,
      #"async let step: Void = CurrentTest().autoRetry("A") { await Task.yield() } until: { true }; await step"#,
      #"async let step: Void = CurrentTest().autoRetry("A") { await Task.yield() }; await step"#,
      #"async let step = CurrentTest().autoRetry("A") { await Task.yield() } until: { true }; if await step { act() }"#,
      #"show(try await test.autoRetry("A", within: second) { await actLater(); return 1 } until: { $0 > 0 })"#,
      #"try await test.autoRetry("A") { await actLater(); _ = try #require(name()) } reset: { await actLater() }"#,
      #"await test.autoWait("A", for: second) { await actLater(); return isDone() }"#,
    ]

    @Test(arguments: [
      #"if test.autoRetry("A", failTestOnFailure: false) { act() } until: { isDone() } { act() }"#,
      #"if test.autoRetry("A") { act() } until: { isDone() } reset: { act() } { act() }"#,
      #"guard test.autoRetry("A", within: second) { act() } until: { isDone() } else { return }"#,
    ])
    func `a call in an if without parentheses is told so`(code: String) async throws {
      // The parser reports errors of its own.
      let messages = try await Self.compile([code], "-swift-version", "6", "-typecheck")
      #expect(messages.contains { $0.contains("in `if` and `guard`, put the call in parentheses") }, "\(messages)")
    }

    @Test(arguments: ["5", "6"]) func `each use compiles, without a warning`(mode: String) async throws {
      let messages = try await Self.compile(Self.uses, "-swift-version", mode, "-emit-sil", "-o", "/dev/null")
      #expect(messages.filter { $0.contains("/Guess") } == [])
    }

    @Test func `the compiler answers each guess, and says nothing else`() async throws {
      let steps = Self.guesses.filter {
        $0.code.contains(#/^(await )?(test\.)?auto(Retry|Wait)\("A".*until: \{ isDone\(\) \}/#)
      }
      let asBool = steps.map { (code: "let done: Bool = \($0.code); if done { act() }", answer: $0.answer) }
      let inGuard = steps.map { (code: "guard (\($0.code)) else { return }; act()", answer: $0.answer) }
      let guesses = Self.guesses + asBool + inGuard
      let messages = try await Self.compile(guesses.map(\.code), "-swift-version", "6", "-typecheck")
      for (number, guess) in guesses.enumerated() {
        let said = messages.filter { $0.contains("/Guess\(number).swift:") && !$0.contains(" expression") }
        let answers = said.filter { $0.contains(guess.answer) }
        #expect(
          answers.count == 1 && said.allSatisfy { $0.contains(guess.answer) || !$0.contains(" error: ") },
          "\(guess.code): \(said)"
        )
      }
    }

    @Test(arguments: [
      "func collectEvidence(after attempt: AttemptEvidence) {}",
      "func collectEvidence(_ attempt: AttemptEvidence) {}",
      "func recoveryAction(_ attempt: FailedAttempt) -> RecoveryAction { .retry }",
      "func recoveryAction(of attempt: FailedAttempt) -> RecoveryAction { .retry }",
      "func recoveryAction(afterFailed attempt: FailedAttempt) -> RecoveryAction { .retry }",
      "func collectEvidence(of attempt: AttemptEvidence) async {}",
      "override func recoveryAction(after attempt: FailedAttempt) async -> RecoveryAction { .retry }",
    ])
    func `a hook of another name or form does not compile in a class`(hook: String) async throws {
      let code = "private class HookTests: RetryableTestCase { \(hook) }"
      let messages = try await Self.compile([code], "-swift-version", "6", "-typecheck")
      #expect(messages.contains { $0.contains("is declared in extension of 'RetryableTestCase'") }, "\(messages)")
    }

    /// - Returns: The messages of the compiler, each with the name of its file, which has the number of the code.
    private static func compile(_ codes: [String], _ options: String...) async throws -> [String] {
      let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules").path
      return try await withTemporaryFolder { folder in
        var texts = [
          "Reader": """
          import Foundation
          import TargetedAutoRetry
          import XCTest
          var test: CurrentTest { CurrentTest() }
          var plainTest: XCTestCase { fatalError() }
          let second = Duration.seconds(1)
          struct Count {
            let number = 1
            let isEnough = true
          }
          /// In a class, an escaping closure would need `self`.
          class Helpers {
            func act() {}
            func show(_ number: Int) {}
            @discardableResult func count() -> Int { 1 }
            func name() -> String? { "Ada" }
            func actLater() async {}
            func isDone() -> Bool { true }
            var isTrue: Bool { true }
            func fail() throws { throw URLError(.timedOut) }
          }
          """
        ]
        for (number, code) in codes.enumerated() {
          let effects = code.contains("await") ? " async throws" : " throws"
          let isCall = !code.hasPrefix("@") && !code.hasPrefix("private ")
          let text = isCall ? "private class Reader: Helpers {\n  func open()\(effects) { \(code) }\n}" : code
          texts["Guess\(number)"] =
            "import Foundation\nimport TargetedAutoRetry\nimport Testing\nimport XCTest\n\n\(text)"
        }
        let files = try texts.map { name, text in
          let file = folder.appendingPathComponent("\(name).swift")
          try Data(text.utf8).write(to: file)
          return file.path
        }
        let arguments = ["swiftc", "-wmo", "-parse-as-library", "-I", modules] + options
        return try await ChildProcess(arguments: arguments + files).run().output.components(separatedBy: "\n")
      }
    }
  }
#endif
