/// The number of programs with each kind of statement.
struct Census: Sendable {
  private var counts: [String: Int] = [:]

  mutating func add(_ program: Program) {
    for kind in program.kinds { counts[kind, default: 0] += 1 }
  }

  var text: String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

extension Program {
  fileprivate var kinds: Set<String> {
    let all = (setUp + body + tearDown).flatMap(\.all)
    let own = [
      traits.count > 1 ? "nested traits" : traits.isEmpty ? nil : "trait",
      traits.contains(where: \.isExpired) ? "expired trait" : nil,
      isForeign ? "foreign class" : nil,
      hasGate ? "gate" : nil,
      setUp.isEmpty ? nil : "set-up",
      tearDown.isEmpty ? nil : "tear-down",
    ]
    return Set(own.compactMap { $0 } + all.flatMap(\.kinds))
  }
}

extension Statement {
  /// The statement itself and all statements inside it.
  private var inside: [Statement] {
    switch self {
    case .step(let step), .lateStep(let step):
      step.body + (step.firstLook?.body ?? []) + step.moreLooks.flatMap(\.body) + (step.reset ?? [])
    case .flaky(_, let inside), .swallowing(let inside), .throwingAgain(let inside), .cancellable(let inside): inside
    case .inTask(let inside, onMainActor: _): inside
    case .sideBySide(let children), .onThreads(let children): children.flatMap { $0 }
    default: []
    }
  }

  fileprivate var all: [Statement] { [self] + inside.flatMap(\.all) }

  /// The kinds of the statement; none if it never happens.
  fileprivate var kinds: [String] {
    func kind(_ name: String, _ when: When) -> [String] { when.runs == 0 ? [] : [name] }
    switch self {
    case .issue(let when): return kind("issue", when)
    case .issueWithError(let when): return kind("issue with error", when)
    case .throwing(let when): return kind("throw", when)
    case .stopping(let when): return kind("skip", when)
    case .returning(let when): return kind("early exit", when)
    case .issueOnActor(let when): return kind("actor", when)
    case .issueFrom(let origin, let when, let isCarried):
      return kind("\(isCarried ? "carried" : "foreign") \(origin.rawValue)", when)
    case .enqueued(let queue, let when, let isCarried):
      return kind("\(isCarried ? "carried" : "foreign") block of \(queue.rawValue)", when)
    case .spin: return ["run loop"]
    case .lateIssue(let when): return kind("late issue", when)
    case .lateStep(let step): return ["late step"] + step.kinds
    case .expectation(let when): return ["expectation"] + kind("forgotten expectation", when)
    case .anHourPasses(let when): return kind("hour", when)
    case .cancel(let when): return kind("cancellation", when)
    case .pause: return []
    case .swallowing: return ["caught error"]
    case .throwingAgain: return ["rethrow"]
    case .inTask(_, let isOnMainActor): return [isOnMainActor ? "main actor task" : "task"]
    case .cancellable: return ["cancellable task"]
    case .flaky(let flaky, _): return [flaky.isExpired ? "expired part" : "part"]
    case .sideBySide: return ["child tasks"]
    case .onThreads: return ["threads"]
    case .step(let step): return ["step"] + step.kinds
    }
  }
}

extension Step {
  fileprivate var kinds: [String] {
    [
      isWait ? "wait" : nil,
      firstLook == nil ? nil : "look first",
      evidenceFails.runs == 0 ? nil : "evidence issue",
      isValue ? "value step" : failsTest ? nil : "logged step",
      reset == nil ? nil : "reset",
      aborts.runs == 0 ? nil : "abort",
      hookFails.runs == 0 ? nil : "hook issue",
      conditionSeconds == 0 ? nil : "poll",
      hasDelay ? "late check" : nil,
      hasTimeLimit ? "time limit" : nil,
      letsErrorsThrough ? "not retryable" : nil,
    ].compactMap { $0 }
  }
}
