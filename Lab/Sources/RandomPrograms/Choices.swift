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
      + (failsInClassSetUp ? [with { $0.failsInClassSetUp = false }] : [])
  }
}

extension Flaky {
  fileprivate var smaller: [Flaky] {
    mostReruns == 0 ? [Flaky(reruns: reruns)] : reruns > 1 ? [Flaky(reruns: reruns - 1)] : []
  }
}

extension Array {
  /// The variants with an element less, or with a smaller one.
  fileprivate func smaller(_ smaller: (Element) -> [[Element]]) -> [[Element]] {
    indices.flatMap { index in
      ([[]] + smaller(self[index])).map { elements in
        var copy = self
        copy.replaceSubrange(index...index, with: elements)
        return copy
      }
    }
  }
}

extension [Statement] {
  fileprivate var smaller: [[Statement]] { smaller(\.smaller) }
}

extension Statement {
  fileprivate var smaller: [[Statement]] {
    switch self {
    case .block(let block, let inside):
      [inside] + inside.smaller.map { [.block(block, $0)] } + block.smaller.map { [.block($0, inside)] }
    case .fork(let fork, let children):
      children.smaller { $0.smaller.map { [$0] } }.map { [.fork(fork, $0)] }
        + (children.count == 1 && fork != .threads ? children : [])
    case .step(let step): [step.body] + step.smaller.map { [.step($0)] }
    case .lateStep(let step): step.smaller.map { [.lateStep($0)] }
    case .event(.throwing(let kind), let when) where kind != .fresh: [[.event(.throwing(.fresh), when)]]
    case .event, .spin, .pause: []
    }
  }
}

extension Block {
  fileprivate var smaller: [Block] { if case .flaky(let flaky) = self { flaky.smaller.map(Block.flaky) } else { [] } }
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
      + reset.smaller.flatMap { reset in with { $0.reset = reset } }
      + asks.smaller.flatMap { asks in with { $0.asks = asks } }
      + looks
      + (firstLook?.body.smaller ?? []).flatMap { body in with { $0.firstLook?.body = body } }
      + with { $0.firstLook = nil }
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
