/// The timelines of the steps that cost most, a few of them.
struct CostliestTimelines: Sendable {
  static let count = 10

  private(set) var kept: [Timeline] = []
  /// How many there were.
  private(set) var total = 0

  mutating func add(_ timeline: Timeline) {
    total += 1
    let index = kept.firstIndex { $0.taxMs < timeline.taxMs } ?? kept.endIndex
    guard index < Self.count else { return }
    kept.insert(timeline, at: index)
    if kept.count > Self.count { kept.removeLast() }
  }
}
