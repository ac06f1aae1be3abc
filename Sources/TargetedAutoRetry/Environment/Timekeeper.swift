internal import Foundation

struct Timekeeper: Sendable {
  var origin: Date
  /// The time since `origin`, which never goes back and includes the time that the machine sleeps.
  var now: @Sendable () -> Duration
  var block: @Sendable (Duration) -> Void
  var sleep: @Sendable (Duration) async throws -> Void
  // Sleeps until a fixed instant, such as a limit: it wakes the task that cancels a closure.
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

  // The main thread spins the run loop, so that UI events and main-actor work continue.
  private static func block(for duration: Duration) {
    guard Thread.isMainThread else { return Thread.sleep(forTimeInterval: duration.timeInterval) }
    let end = Date(timeIntervalSinceNow: duration.timeInterval)
    while Date() < end {
      // `run` returns immediately if the run loop has no sources.
      if !RunLoop.main.run(mode: .default, before: end) {
        Thread.sleep(forTimeInterval: min(0.01, max(0, end.timeIntervalSinceNow)))
      }
    }
  }
}
