/// A program as text, to find out why its result differs from its notes.
extension Program: CustomStringConvertible {
  var description: String {
    var lines = Lines()
    for trait in traits { lines.add(".flaky(\(trait))") }
    let marks = [
      isAsync ? "async" : nil, isForeign ? "in a vendor's base class" : nil, hasGate ? "gated" : nil,
      hasLog ? "logged" : nil,
      failsInClassSetUp ? "after a failure in class func setUp" : nil,
    ].compactMap { $0 }
    if !setUp.isEmpty { lines.add("set-up", setUp) }
    lines.add((["test"] + marks).joined(separator: ", "), body)
    if !tearDown.isEmpty { lines.add("tear-down", tearDown) }
    return lines.text
  }
}

private struct Lines {
  private var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

  mutating func add(_ head: String, _ statements: [Statement]) {
    add(head + " {")
    depth += 1
    for statement in statements { add(statement) }
    depth -= 1
    add("}")
  }

  private mutating func add(_ statement: Statement) {
    switch statement {
    case .event(let event, let when, _): add(when == .always ? event.name : "\(event.name) if \(when)")
    case .block(let block, let inside): add(block.name, inside)
    case .fork(let fork, let children): for child in children { add("\(fork)", child) }
    case .step(let step): add("step \(step.id)", step)
    case .lateStep(let step): add("after the enclosing attempt or run has ended: step \(step.id)", step)
    case .spin: add("spin the run loop")
    case .pause: add("pause")
    }
  }

  private mutating func add(_ name: String, _ step: Step) {
    add(name)
    depth += 1
    for (name, value) in step.differences {
      switch value {
      case let statements as [Statement]: add(name, statements)
      case let check as ConditionCheck: add("\(name) == \(check.isTrue)", check.body)
      case let checks as [ConditionCheck]: for check in checks { add("\(name) == \(check.isTrue)", check.body) }
      default: add("\(name): \(value)")
      }
    }
    depth -= 1
  }
}

extension When: CustomStringConvertible {
  var description: String {
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

extension Flaky: CustomStringConvertible {
  var description: String { "reruns: \(reruns)\(isExpired ? ", expired" : isInvalid ? ", invalid" : "")" }
}

extension Event {
  var name: String { "\(self)".withoutTypes }
}

extension Block {
  var name: String { "\(self)".withoutTypes }
}

extension String {
  fileprivate var withoutTypes: String { replacing(/RandomPrograms\.(\w+\.)?/, with: "") }
}

extension Step {
  /// The properties that differ from those of a plain step.
  var differences: [(name: String, value: Any)] {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: Step(id: id)).children).compactMap { own, plain in
      own.label == "lineOfHook" || "\(own.value)" == "\(plain.value)" ? nil : (own.label ?? "", own.value)
    }
  }
}
