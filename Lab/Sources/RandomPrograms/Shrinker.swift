/// Makes a program smaller while a property still holds.
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
  /// The programs with one thing less.
  fileprivate var smaller: [Program] {
    func with(_ change: (inout Program) -> Void) -> Program {
      var program = self
      change(&program)
      return program
    }
    return body.smaller.map { body in with { $0.body = body } }
      + setUp.smaller.map { setUp in with { $0.setUp = setUp } }
      + tearDown.smaller.map { tearDown in with { $0.tearDown = tearDown } }
      + (traits.count > 1 ? traits.indices.map { index in with { $0.traits.remove(at: index) } } : [])
      + traits.indices.flatMap { index in traits[index].smaller.map { trait in with { $0.traits[index] = trait } } }
      + (isForeign ? [with { $0.isForeign = false }] : [])
      + (hasGate ? [with { $0.hasGate = false }] : [])
  }
}

extension Flaky {
  fileprivate var smaller: [Flaky] {
    (isExpired ? [Flaky(reruns: reruns)] : []) + (reruns > 1 ? [Flaky(reruns: reruns - 1, isExpired: isExpired)] : [])
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
  /// The variants with a child less, or with a smaller one.
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
    case .flaky(let flaky, let inside):
      [inside] + inside.smaller.map { [.flaky(flaky, $0)] } + flaky.smaller.map { [.flaky($0, inside)] }
    case .swallowing(let inside): [inside] + inside.smaller.map { [.swallowing($0)] }
    case .throwingAgain(let inside): [inside] + inside.smaller.map { [.throwingAgain($0)] }
    case .inTask(let inside, let isMain): [inside] + inside.smaller.map { [.inTask($0, onMainActor: isMain)] }
    case .cancellable(let inside): inside.smaller.map { [.cancellable($0)] }
    case .sideBySide(let children): children.smaller.map { [.sideBySide($0)] } + (children.count == 1 ? children : [])
    case .onThreads(let children): children.smaller.map { [.onThreads($0)] }
    case .step(let step): [step.body] + step.smaller.map { [.step($0)] }
    case .lateStep(let step): step.smaller.map { [.lateStep($0)] }
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
    let looks = moreLooks.indices.flatMap { index in
      moreLooks[index].body.smaller.flatMap { body in with { $0.moreLooks[index].body = body } }
        + with { $0.moreLooks.remove(at: index) }
    }
    return body.smaller.flatMap { body in with { $0.body = body } }
      + (reset?.smaller ?? []).flatMap { reset in with { $0.reset = reset } }
      + looks
      + (firstLook?.body.smaller ?? []).flatMap { body in with { $0.firstLook?.body = body } }
      + with { $0.firstLook = nil }
      + with { $0.evidenceFails = .never }
      + with { $0.reset = nil }
      + with { $0.conditionSeconds = 0 }
      + with { $0.hasDelay = false }
      + with { $0.hasTimeLimit = false }
      + with { $0.aborts = .never }
      + with { $0.hookFails = .never }
      + with { $0.fails = .never }
      + with { $0.letsErrorsThrough = false }
      + with { $0.isValue = false }
      + with { $0.failsTest = true }
      + with { $0.retries = max(0, $0.retries - 1) }
  }
}
