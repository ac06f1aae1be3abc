internal import Foundation

/// A part of a step on the time axis of its test.
struct TimelineBar: Equatable {
  /// The names of the styles.
  enum Sort: String {
    case failed, succeeded
    /// The wait for a condition, in an attempt or on its own.
    case wait
    /// Time that the records do not explain.
    case whole
  }

  let sort: Sort
  let startMs: Int64
  let endMs: Int64
}

extension Timeline {
  /// The parts whose start and end are in the records.
  var bars: [TimelineBar] {
    var bars: [TimelineBar] = []
    func add(_ sort: TimelineBar.Sort, _ startMs: Int64, _ endMs: Int64) {
      if endMs > startMs || sort == .failed || sort == .succeeded {
        bars.append(TimelineBar(sort: sort, startMs: startMs, endMs: max(startMs, endMs)))
      }
    }
    for attempt in attempts {
      add(.failed, attempt.startMs, attempt.endMs)
      add(.wait, max(attempt.startMs, attempt.endMs &- attempt.waitedMs), attempt.endMs)
    }
    switch (outcome, row.recoveredBy) {
    case (.recovered, .waiting): add(.succeeded, row.endMs, row.endMs)
    // The successful attempt comes after the time lost to retries.
    case (.recovered, _): add(.succeeded, row.startMs &+ taxMs, row.endMs)
    case (.passed, _) where !isWait: add(.succeeded, row.startMs, row.endMs)
    default: break
    }
    // The records do not say how long the last one of several attempts waited.
    if outcome == .passed { add(.wait, max(row.startMs, row.endMs &- row.waitedMs), row.endMs) }
    return bars
  }
}

/// The axis of a timeline, which turns times into shares of its width.
struct TimeAxis {
  let span: ClosedRange<Int64>

  var durationMs: Int64 { span.upperBound - span.lowerBound }

  /// The time from the start, in milliseconds; never negative, even if a clock was set back.
  func offset(of ms: Int64) -> Int64 { min(max(0, ms &- span.lowerBound), durationMs) }

  /// The bars of a step; even the shortest is visible, at the end too.
  func lane(_ step: Timeline) -> [HTML] {
    let known = step.bars
    let isWhole = known.filter { $0.sort != .wait }.map { $0.endMs - $0.startMs }.reduce(0, &+) >= step.row.durationMs
    let whole = isWhole ? [] : [TimelineBar(sort: .whole, startMs: step.row.startMs, endMs: step.row.endMs)]
    return (whole + known).map { bar in
      let left = min(99.6, position(of: bar.startMs))
      let width = min(100 - left, max(0.4, position(of: bar.endMs) - left))
      let style = String(format: "left:%.2f%%;width:%.2f%%", left, width)
      return "<i class=\"\(bar.sort.rawValue)\" style=\"\(style)\"></i>"
    }
  }

  /// In percent of the width.
  private func position(of ms: Int64) -> Double { Double(offset(of: ms)) / Double(max(1, durationMs)) * 100 }
}
