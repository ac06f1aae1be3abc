/// Makes a program smaller for as long as something still holds of it.
enum Shrinker {
  static func shrink(_ program: Program, while holds: @Sendable (Program) async -> Bool) async -> Program {
    var smallest = program
    var goesOn = true
    while goesOn {
      goesOn = false
      for smaller in smallest.smaller where await holds(smaller) {
        smallest = smaller
        goesOn = true
        break
      }
    }
    return smallest
  }
}

extension Program {
  /// Programs with one thing less.
  fileprivate var smaller: [Program] {
    func with(_ change: (inout Program) -> Void) -> Program {
      var program = self
      change(&program)
      return program
    }
    return body.smaller.map { body in with { $0.body = body } }
      + tearDown.smaller.map { tearDown in with { $0.tearDown = tearDown } }
      + (hasGate ? [with { $0.hasGate = false }] : [])
  }
}

extension [Statement] {
  fileprivate var smaller: [[Statement]] {
    indices.flatMap { index in
      func replaced(by statements: [Statement]) -> [Statement] {
        var copy = self
        copy.replaceSubrange(index...index, with: statements)
        return copy
      }
      return [replaced(by: [])] + self[index].smaller.map { replaced(by: $0) }
    }
  }
}

extension [[Statement]] {
  /// With a child less, or with one that is smaller.
  fileprivate var smaller: [[[Statement]]] {
    indices.flatMap { index in
      func replaced(by child: [[Statement]]) -> [[Statement]] {
        var copy = self
        copy.replaceSubrange(index...index, with: child)
        return copy
      }
      return [replaced(by: [])] + self[index].smaller.map { replaced(by: [$0]) }
    }
  }
}

extension Statement {
  fileprivate var smaller: [[Statement]] {
    switch self {
    case .flaky(let reruns, let inside): [inside] + inside.smaller.map { [.flaky(reruns, $0)] }
    case .swallowing(let inside): [inside] + inside.smaller.map { [.swallowing($0)] }
    case .throwingAgain(let inside): [inside] + inside.smaller.map { [.throwingAgain($0)] }
    case .sideBySide(let children): children.smaller.map { [.sideBySide($0)] }
    case .onThreads(let children): children.smaller.map { [.onThreads($0)] }
    case .step(let step): step.smaller.map { [.step($0)] }
    case .issueWithError(let when): [[.issue(when)]]
    default: []
    }
  }
}

extension Step {
  fileprivate var smaller: [Step] {
    func with(_ change: (inout Step) -> Void) -> [Step] {
      var step = self
      change(&step)
      return step == self ? [] : [step]
    }
    return body.smaller.flatMap { body in with { $0.body = body } }
      + (reset?.smaller ?? []).flatMap { reset in with { $0.reset = reset } }
      + (lateCheck?.body.smaller ?? []).flatMap { late in with { $0.lateCheck?.body = late } }
      + with { $0.reset = nil }
      + with { $0.lateCheck = nil }
      + with { $0.lateCheck?.takesTooLong = false }
      + with { $0.aborts = When(runs: 0, attempts: 0) }
      + with { $0.fails = When(runs: 0, attempts: 0) }
      + with { $0.letsErrorsThrough = false }
      + with { $0.isValue = false }
      + with { $0.retries = max(0, $0.retries - 1) }
  }
}
