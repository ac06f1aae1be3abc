/// Gives each statement of a program, and each flaky scope, a line of its own.
struct Numbering {
  private var last: Int

  /// - Parameter last: The number of the last step; steps have lines already.
  init(after last: Int) {
    self.last = last
  }

  private mutating func next() -> Int {
    last += 1
    return last
  }

  mutating func number(_ statements: inout [Statement]) {
    for index in statements.indices { number(&statements[index]) }
  }

  private mutating func number(_ statement: inout Statement) {
    switch statement {
    case .event(let event, let when, _): statement = .event(event, when, line: next())
    case .block(var block, var inside):
      if case .flaky(var flaky) = block {
        flaky.line = next()
        block = .flaky(flaky)
      }
      number(&inside)
      statement = .block(block, inside)
    case .fork(let fork, var children):
      for index in children.indices { number(&children[index]) }
      statement = .fork(fork, children)
    case .step(var step):
      number(&step)
      statement = .step(step)
    case .lateStep(var step):
      number(&step)
      statement = .lateStep(step)
    case .spin, .pause: break
    }
  }

  private mutating func number(_ step: inout Step) {
    step.lineOfHook = next()
    number(&step.body)
    if var check = step.firstCheck {
      number(&check.body)
      step.firstCheck = check
    }
    for index in step.laterChecks.indices { number(&step.laterChecks[index].body) }
    number(&step.reset)
    number(&step.asks)
  }
}
