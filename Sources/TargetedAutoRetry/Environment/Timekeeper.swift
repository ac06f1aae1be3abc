internal import Foundation

/// The clock and the waits of a step; tests replace it.
struct Timekeeper: Sendable {
  /// The fixed moment that `now` counts from.
  var origin: Date
  /// The time since the fixed moment; it never goes back, and goes on while the machine sleeps.
  var now: @Sendable () -> Duration
  /// Blocks the calling thread for a while; the main thread of an Apple platform goes on with its events.
  var block: @Sendable (Duration) -> Void
  var sleep: @Sendable (Duration) async throws -> Void
  /// Sleeps until an instant at which something that runs meanwhile is to be cancelled.
  var sleepUntil: @Sendable (Duration) async throws -> Void

  var date: Date { origin.addingTimeInterval(now().timeInterval) }

  static let live: Timekeeper = {
    let start = ContinuousClock.now
    return Timekeeper(
      origin: Date(),
      now: { start.duration(to: .now) },
      block: { block(for: $0.calculable) },
      sleep: { try await Task.sleep(for: $0.calculable) },
      sleepUntil: { try await Task.sleep(until: start.advanced(by: $0)) }
    )
  }()
}

#if canImport(Darwin)
  extension Timekeeper {
    /// Spins the run loop on the main thread, so that UI events and main-actor work go on.
    private static func block(for duration: Duration) {
      guard Thread.isMainThread else { return Thread.sleep(forTimeInterval: duration.timeInterval) }
      let end = Date(timeIntervalSinceNow: duration.timeInterval)
      while Date() < end {
        // `run` returns at once if the run loop has nothing to wait for.
        if !RunLoop.main.run(mode: .default, before: end) {
          Thread.sleep(forTimeInterval: min(0.01, max(0, end.timeIntervalSinceNow)))
        }
      }
    }
  }
#else
  extension Timekeeper {
    private static func block(for duration: Duration) {
      Thread.sleep(forTimeInterval: duration.timeInterval)
    }
  }
#endif
