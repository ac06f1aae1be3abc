import Foundation

/// The time of one of many equal operations: the fastest of several rounds, because every disturbance slows a round.
struct Measurement {
  static let rounds = 15

  let name: String
  /// The nanoseconds of each operation.
  let each: Double

  init(_ name: String, count: Int, _ body: (Int) -> Void) {
    self.name = name
    body(count / 10 + 1)
    each = (0..<Self.rounds).map { _ in Self.time { body(count) } }.min().map { $0 / Double(count) } ?? 0
  }

  init(_ name: String, count: Int, _ body: (Int) async -> Void) async {
    self.name = name
    await body(count / 10 + 1)
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      let start = ContinuousClock.now
      await body(count)
      best = min(best, Double((ContinuousClock.now - start) / .nanoseconds(1)))
    }
    each = best / Double(count)
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    return Double((ContinuousClock.now - start) / .nanoseconds(1))
  }

  var line: String {
    name.padding(toLength: 46, withPad: " ", startingAt: 0) + String(format: "%10.0f ns", each)
  }
}
