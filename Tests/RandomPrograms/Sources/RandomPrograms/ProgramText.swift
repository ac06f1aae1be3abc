/// A program as Swift source, for whoever has to find out why it is not what the oracle says.
extension Program: CustomStringConvertible {
  var description: String {
    var lines = Lines()
    let head = framework == .xctest ? "func testProgram()" : "@Test\(traitText) func program()"
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

  private var traitText: String {
    trait.map { "(.flaky(.notFixable(reason: \"r\", maxRetryCount: \($0))))" } ?? ""
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
    case .issue(let when): add("\(when.text)fail()")
    case .issueWithError(let when): add("\(when.text)fail(Thrown())")
    case .throwing(let when): add("\(when.text)throw Thrown()")
    case .stopping(let when): add("\(when.text)throw skip")
    case .issueOnThread(let when): add("\(when.text)onThread { fail() }")
    case .lateIssue(let when): add("\(when.text)Task { await whatIsAroundIsOver(); fail() }")
    case .expectation(let when): add("let e = expectation(); e.fulfill()  // forgotten: \(when.condition)")
    case .pause: add("pause()")
    case .swallowing(let inside): add("do {", inside, "} catch {}", isAsync)
    case .throwingAgain(let inside): add("do {", inside, "} catch { throw error }", isAsync)
    case .flaky(let reruns, let inside):
      add("try \(awaiting)flaky(.notFixable(reason: \"r\", maxRetryCount: \(reruns))) {", inside, "}", isAsync)
    case .sideBySide(let children): add("try await sideBySide(", children, isAsync)
    case .onThreads(let children): add("onThreads(", children, false)
    case .step(let step): add(step)
    }
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
    open("try \(step.isAsync ? "await " : "")autoRetry(  // \(step.name)\(step.isValue ? ", returns a value" : "")")
    add("mainAction: {", step.body, "},", step.isAsync)
    add("successCondition: !(\(step.fails.condition)),")
    if let late = step.lateCheck {
      let end = late.takesTooLong ? "\(late.cures), takes too long" : "\(late.cures)"
      add("lateCheck: {", late.body, "} == \(end),", step.isAsync)
    }
    if let reset = step.reset { add("resetSteps: {", reset, "},", step.isAsync) }
    if step.aborts.runs > 0 { add("abort: \(step.aborts.condition),") }
    if step.letsErrorsThrough { add("isRetryable: { _ in false },") }
    add("retryAttempts: \(step.retries), failTestOnFailure: \(step.failsTest)")
    close(")")
  }
}

extension When {
  fileprivate var condition: String {
    if runs == 0 { return "false" }
    let parts = [
      firstRun == 0 ? nil : "run >= \(firstRun)",
      runs == .max ? nil : "run < \(runs)",
      attempts == .max ? nil : "attempt <= \(attempts)",
    ].compactMap { $0 }
    return parts.isEmpty ? "true" : parts.joined(separator: " && ")
  }

  fileprivate var text: String { self == .always ? "" : "if \(condition) { " }
}

extension Statement {
  fileprivate var isExpectation: Bool {
    if case .expectation = self { true } else { false }
  }
}
