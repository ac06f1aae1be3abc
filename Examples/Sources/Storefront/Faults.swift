/// The faults that occur, in their order: repeatable flakiness.
public struct Faults: Sendable {
  public enum Fault: Sendable {
    /// The page is not there when its load event comes.
    case pageRendersLate
    /// The page swallows the tap on the sign-in button.
    case tapIsLost
    /// The server forgets the signed-in account.
    case sessionDrops
  }

  private enum Source: Sendable {
    case seeded(SeededGenerator, rate: Double)
    case script([Fault])
  }

  private var source: Source

  /// Faults drawn from a seed: each occasion for a fault is taken with the given rate, 0 to 1.
  public init(seed: UInt64, rate: Double) {
    source = .seeded(SeededGenerator(seed: seed), rate: rate)
  }

  /// The given faults, each at its first occasion.
  public init(script: [Fault]) {
    source = .script(script)
  }

  /// Whether the fault occurs on this occasion.
  mutating func occurs(_ fault: Fault) -> Bool {
    switch source {
    case .seeded(var generator, let rate):
      let occurs = Double.random(in: 0..<1, using: &generator) < rate
      source = .seeded(generator, rate: rate)
      return occurs
    case .script(var faults):
      guard let index = faults.firstIndex(of: fault) else { return false }
      faults.remove(at: index)
      source = .script(faults)
      return true
    }
  }
}
