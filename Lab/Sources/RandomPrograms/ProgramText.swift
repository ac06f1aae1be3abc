/// A program as Swift source, to find out why its result differs from its notes.
extension Program: CustomStringConvertible {
  var description: String {
    var lines = Lines()
    if isForeign { lines.add("// in a vendor's base class that makes both calls") }
    if !setUp.isEmpty {
      lines.open("override func setUpWithError() throws {")
      lines.add(setUp, false)
      lines.close("}")
    }
    for (index, trait) in traits.enumerated() {
      lines.add(index < traits.count - 1 ? "@Suite(\(trait.text))" : "@Test(\(trait.text))")
    }
    let head = framework == .xctest ? "func testProgram()" : traits.isEmpty ? "@Test func program()" : "func program()"
    lines.open("\(head)\(isAsync ? " async" : "") throws {\(hasGate ? "  // AUTO_RETRY_FAIL_ON_RECOVERY=1" : "")")
    lines.add(body, isAsync)
    if body.contains(where: \.isExpectation) { lines.add("wait(for: expectations, timeout: 1)") }
    lines.close("}")
    if !tearDown.isEmpty {
      lines.open("override func tearDownWithError() throws {")
      lines.add(tearDown, false)
      lines.close("}")
    }
    return lines.text
  }
}

extension Flaky {
  fileprivate var text: String {
    ".flaky(.notFixable(reason: \"r\", maxRetryCount: \(reruns)\(isExpired ? ", expires: \"2001-01-01\"" : "")))"
  }
}

private struct Lines {
  private var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

  mutating func open(_ line: String) {
    add(line)
    depth += 1
  }

  mutating func close(_ line: String) {
    depth -= 1
    add(line)
  }

  mutating func add(_ statements: [Statement], _ isAsync: Bool) {
    for statement in statements { add(statement, isAsync) }
  }

  private mutating func add(_ statement: Statement, _ isAsync: Bool) {
    let awaiting = isAsync ? "await " : ""
    switch statement {
    case .issue(let when): add(when, "fail()")
    case .issueWithError(let when): add(when, "fail(Thrown())")
    case .throwing(let when): add(when, "throw Thrown()")
    case .stopping(let when): add(when, "throw skip")
    case .returning(let when): add(when, "return")
    case .issueOnActor(let when): add(when, "await actor.fail()")
    case .issueFrom(let origin, let when, let isCarried):
      add(when, "\(awaiting)on(\(origin.rawValue)) { \(isCarried.text) }  // and wait")
    case .enqueued(let queue, let when, let isCarried): add(when, "\(queue.rawValue).enqueue { \(isCarried.text) }")
    case .spin(let waits): add(waits ? "wait(for: [mainQueue], timeout: 10)" : "RunLoop.main.run(…)")
    case .lateIssue(let when): add(when, "Task { await whatIsAroundIsOver(); fail() }")
    case .lateStep(let step): add("Task { await whatIsAroundIsOver()", [.step(step)], "}", true)
    case .expectation(let when): add("let e = expectation(); e.fulfill()  // forgotten: \(when.condition)")
    case .anHourPasses(let when): add(when, "anHourPasses()")
    case .cancel(let when): add(when, "task.cancel()")
    case .pause: add("pause()")
    case .swallowing(let inside): add("do {", inside, "} catch {}", isAsync)
    case .throwingAgain(let inside): add("do {", inside, "} catch { throw error }", isAsync)
    case .inTask(let inside, onMainActor: false): add("try await Task {", inside, "}.value", true)
    case .inTask(let inside, onMainActor: true): add("try await Task { @MainActor in", inside, "}.value", true)
    case .cancellable(let inside): add("let task = Task {", inside, "}; try await task.value", true)
    case .flaky(let flaky, let inside):
      add("try \(awaiting)\(flaky.text.dropFirst()) {", inside, "}", isAsync)
    case .sideBySide(let children): add("try await sideBySide(", children, isAsync)
    case .onThreads(let children): add("onThreads(", children, false)
    case .step(let step): add(step)
    }
  }

  private mutating func add(_ when: When, _ text: String) {
    add(when == .always ? text : "if \(when.condition) { \(text) }")
  }

  private mutating func add(_ head: String, _ inside: [Statement], _ tail: String, _ isAsync: Bool) {
    open(head)
    add(inside, isAsync)
    close(tail)
  }

  private mutating func add(_ head: String, _ children: [[Statement]], _ isAsync: Bool) {
    open(head)
    for child in children { add("{", child, "},", isAsync) }
    close(")")
  }

  private mutating func add(_ step: Step) {
    let name = step.isWait ? "autoWait" : "autoRetry"
    open("try \(step.isAsync ? "await " : "")\(name)(  // step \(step.id)\(step.isValue ? ", returns a value" : "")")
    if let first = step.firstLook {
      add("first look: {", first.body, "} == (\(first.isTrue.condition)),", step.isAsync)
    }
    if !step.isWait { add("mainAction: {", step.body, "},", step.isAsync) }
    add("successCondition: !(\(step.fails.condition)),")
    for look in step.moreLooks { add("next look: {", look.body, "} == \(look.isTrue),", step.isAsync) }
    if let reset = step.reset { add("resetSteps: {", reset, "},", step.isAsync) }
    if step.hookFails != .never { add("hook: if \(step.hookFails.condition) { fail() },") }
    if step.evidenceFails != .never { add("evidence: if \(step.evidenceFails.condition) { fail() },") }
    if step.aborts != .never { add("hook: if \(step.aborts.condition) { abort },") }
    if step.conditionSeconds > 0 { add("conditionTimeout: \(step.conditionSeconds) s,") }
    if step.hasDelay { add("delay: 1 s,") }
    if step.hasTimeLimit { add("timeLimit: half an hour,") }
    if step.letsErrorsThrough { add("isRetryable: { _ in false },") }
    add("retryAttempts: \(step.retries), failTestOnFailure: \(step.failsTest)")
    close(")")
  }
}

extension Bool {
  fileprivate var text: String { self ? "here.perform { fail() }" : "fail()" }
}

extension When {
  fileprivate var condition: String {
    if runs == 0 { return "false" }
    let parts = [
      firstRun == 0 ? nil : "run >= \(firstRun)",
      runs == .max ? nil : "run < \(runs)",
      firstAttempt == 1 ? nil : "attempt >= \(firstAttempt)",
      attempts == .max ? nil : "attempt <= \(attempts)",
    ].compactMap { $0 }
    return parts.isEmpty ? "true" : parts.joined(separator: " && ")
  }
}

extension Statement {
  fileprivate var isExpectation: Bool {
    if case .expectation = self { true } else { false }
  }
}
