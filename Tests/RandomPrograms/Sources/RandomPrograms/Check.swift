import Foundation

/// Runs programs of one framework and compares each with the oracle.
struct Check: Sendable {
  let framework: Program.Framework
  let seed: UInt64
  let count: Int

  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }

  /// How many programs were red, all in agreement.
  func run(_ isRed: @Sendable (Program) async -> Bool) async throws -> Int {
    var generator = Generator(seed: seed)
    var red = 0
    for number in 1...count {
      let program = generator.program(framework)
      let expected = Oracle.isRed(program)
      if expected { red += 1 }
      guard await isRed(program) != expected else { continue }
      throw await disagreement(number, program, isRed)
    }
    return red
  }

  private func disagreement(
    _ number: Int,
    _ program: Program,
    _ isRed: @Sendable (Program) async -> Bool
  ) async -> Disagreement {
    // What runs side by side may come out otherwise the next time.
    @Sendable func disagrees(_ program: Program) async -> Bool {
      let expected = Oracle.isRed(program)
      for _ in 0..<8 where await isRed(program) != expected { return true }
      return false
    }
    let smallest = await Shrinker.shrink(program, while: disagrees)
    let verdict = Oracle.isRed(smallest) ? "must be red and is green" : "must be green and is red"
    return Disagreement(
      description: """
        \(framework.rawValue): program \(number) of seed \(seed) disagrees. As small as it gets, it \(verdict):

        \(smallest)

        """
    )
  }
}
