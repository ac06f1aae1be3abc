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
    let own = [
      traits.isEmpty ? nil : traits.count > 1 ? "nested traits" : "trait",
      trait?.isExpired == true ? "expired closest trait" : trait?.isInvalid == true ? "invalid closest trait" : nil,
      isForeign ? "foreign class" : nil,
      failsInClassSetUp ? "class set-up" : nil,
      hasGate ? "gate" : nil,
      setUp.isEmpty ? nil : "set-up",
      tearDown.isEmpty ? nil : "tear-down",
    ]
    return Set(own.compactMap { $0 } + (setUp + body + tearDown).flatMap(\.kinds))
  }
}

extension Statement {
  /// The kinds of the statement and of those inside it; none if it never happens.
  fileprivate var kinds: [String] {
    switch self {
    case .event(let event, let when): when.runs == 0 ? [] : [event.name]
    case .block(let block, let inside): [block.name] + inside.flatMap(\.kinds)
    case .fork(let fork, let children): [fork.rawValue] + children.joined().flatMap(\.kinds)
    case .step(let step): ["step"] + step.kinds
    case .lateStep(let step): ["late step"] + step.kinds
    case .spin: ["run loop"]
    case .pause: []
    }
  }
}

extension Step {
  fileprivate var kinds: [String] {
    let looks = [firstLook].compactMap { $0 } + moreLooks
    return differences.map(\.name) + (body + looks.flatMap(\.body) + reset + asks).flatMap(\.kinds)
  }
}
