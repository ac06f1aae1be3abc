import Storefront

/// The numbers that programs are drawn from, with a record of those of the last program.
///
/// A program with fewer or smaller numbers is a smaller program, so nothing need know how each kind of statement shrinks.
struct Choices: RandomNumberGenerator {
  /// The smallest number that any range takes: 0 would be refused for ever.
  private static let smallest: UInt64 = 1

  private(set) var drawn: [UInt64] = []
  private let given: [UInt64]
  private var source: SeededGenerator?

  init(seed: UInt64) {
    (given, source) = ([], SeededGenerator(seed: seed))
  }

  /// The given numbers, and then the smallest.
  init(_ given: [UInt64]) {
    self.given = given
  }

  mutating func beginProgram() { drawn = [] }

  mutating func next() -> UInt64 {
    let next = source?.next() ?? (drawn.count < given.count ? given[drawn.count] : Self.smallest)
    drawn.append(next)
    return next
  }

  /// The numbers without some of them, or with the smallest in their place, as long as a property still holds.
  static func shrink(_ choices: [UInt64], while holds: ([UInt64]) async -> Bool) async -> [UInt64] {
    var shrunk = choices
    var size = choices.count
    while size > 0 {
      var start = 0
      while start < shrunk.count {
        let range = start..<min(start + size, shrunk.count)
        var (shorter, smaller) = (shrunk, shrunk)
        shorter.removeSubrange(range)
        smaller.replaceSubrange(range, with: range.map { _ in Self.smallest })
        if await holds(shorter) {
          shrunk = shorter
          continue
        }
        if smaller != shrunk, await holds(smaller) { shrunk = smaller }
        start += size
      }
      size = size > 8 ? size / 2 : size - 1
    }
    return shrunk
  }
}
