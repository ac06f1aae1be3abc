/// The steps of one action, and their failures, as a comparison counts them.
package struct Tally: Hashable, Sendable {
  /// Steps that are over, but for those that were skipped.
  package var steps: Int
  /// Steps whose first attempt failed.
  package var failures: Int
  /// Failures that are part of an episode and counted with its first.
  package var continued: Int

  package init(steps: Int = 0, failures: Int = 0, continued: Int = 0) {
    (self.steps, self.failures, self.continued) = (steps, failures, continued)
  }

  package static func + (left: Tally, right: Tally) -> Tally {
    Tally(
      steps: left.steps + right.steps,
      failures: left.failures + right.failures,
      continued: left.continued + right.continued
    )
  }

  static func += (sum: inout Tally, more: Tally) { sum = sum + more }

  /// The rate as tables have it.
  var rate: Rate { Rate(count: failures, total: steps) }

  /// The rate with one failure for each episode.
  var compared: Rate { Rate(count: failures - continued, total: steps - continued) }
}

extension Tally {
  /// Such as `100`, `5/100` or `5-4/100`: failures, less those that are counted with others, of steps.
  var text: String {
    if failures == 0 { return "\(steps)" }
    return continued == 0 ? "\(failures)/\(steps)" : "\(failures)-\(continued)/\(steps)"
  }

  /// Nil for a text with numbers that cannot be.
  init?(text: Substring) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = parts.last, let steps = Self.number(last) else { return nil }
    let counts = parts.count == 2 ? parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) : []
    let numbers = counts.compactMap(Self.number)
    guard numbers.count == counts.count else { return nil }
    self.init(steps: steps, failures: numbers.first ?? 0, continued: numbers.count == 2 ? numbers[1] : 0)
    guard failures <= steps, continued <= failures else { return nil }
  }

  /// Numbers that can be added up without an overflow.
  static let numbers = 0...1 << 40

  static func number(_ text: Substring) -> Int? { Int(text).flatMap { numbers.contains($0) ? $0 : nil } }
}

/// The counts of each action in one run, on one machine.
package struct RunTally: Sendable {
  package let run: String
  let machine: Machine
  package var actions: [String: ActionTally]

  package init(run: String, actions: [String: ActionTally]) {
    self.init(run: run, machine: Machine(os: "", arch: ""), actions: actions)
  }

  init(run: String, machine: Machine, actions: [String: ActionTally]) {
    (self.run, self.machine, self.actions) = (run, machine, actions)
  }
}

/// The counts of an action, by test and by kind of cause.
package struct ActionTally: Sendable {
  package var tests: [String: Tally]
  /// The number of steps of each kind of cause, an episode counted once.
  package var kinds: [String: Int]

  package init(tests: [String: Tally], kinds: [String: Int]) {
    (self.tests, self.kinds) = (tests, kinds)
  }

  package var all: Tally { tests.values.reduce(Tally(), +) }
}

extension RunTally {
  init(_ part: RunCounts) {
    self.init(
      run: part.id,
      machine: part.part.machine,
      actions: part.actions.mapValues { counts in
        ActionTally(
          tests: counts.tests.mapValues {
            Tally(steps: $0.steps, failures: $0.firstFailures, continued: $0.continued)
          },
          kinds: counts.causes.reduce(into: [:]) { $0[$1.key.text] = $1.value.steps - $1.value.continued }
        )
      }
    )
  }
}

extension [RunTally] {
  /// The parts of a run on one machine as one, because what makes it slow makes all of it slow.
  package var joined: [RunTally] {
    var order: [[String]] = []
    var all: [[String]: RunTally] = [:]
    for part in self {
      let key = [part.run, part.machine.os, part.machine.arch]
      guard var whole = all[key] else {
        order.append(key)
        all[key] = part
        continue
      }
      for (name, action) in part.actions {
        guard var sum = whole.actions[name] else {
          whole.actions[name] = action
          continue
        }
        sum.tests.merge(action.tests, uniquingKeysWith: +)
        sum.kinds.merge(action.kinds, uniquingKeysWith: +)
        whole.actions[name] = sum
      }
      all[key] = whole
    }
    return order.compactMap { all[$0] }
  }
}
