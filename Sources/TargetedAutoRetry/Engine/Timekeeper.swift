/// The time that a step lives in; tests replace it.
struct Timekeeper: Sendable {
  /// Time since a fixed moment; it never goes back.
  var now: @Sendable () -> Duration

  static let live: Timekeeper = {
    let origin = ContinuousClock.now
    return Timekeeper(now: { origin.duration(to: .now) })
  }()
}
