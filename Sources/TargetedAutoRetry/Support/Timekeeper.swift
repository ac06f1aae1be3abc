internal import Foundation

/// The time that a step lives in; tests replace it.
struct Timekeeper: Sendable {
  /// The fixed moment that `now` counts from.
  var origin: Date
  /// Time since a fixed moment; it never goes back.
  var now: @Sendable () -> Duration
  /// Keeps the calling thread for a while; the main thread of an Apple platform goes on with its events.
  var block: @Sendable (Duration) -> Void
  /// Suspends the current task for a while; throws at once when it is cancelled.
  var sleep: @Sendable (Duration) async throws -> Void

  static let live: Timekeeper = {
    let origin = MonotonicClock.now
    return Timekeeper(
      origin: Date(),
      now: { MonotonicClock.now - origin },
      block: { BlockingWait.wait($0.calculable) },
      sleep: { try await Task.sleep(for: $0.calculable) }
    )
  }()
}
