/// A part of a step on the axis of its test.
struct TimelineBar: Equatable {
  /// The names of the styles.
  enum Sort: String {
    case failed, succeeded
    /// The wait for a condition, in an attempt or of its own.
    case wait
    /// The time between two attempts without reset steps.
    case pause
    /// The same with them: the records have their number, and not their instants.
    case reset
  }

  let sort: Sort
  let startMs: Int64
  let endMs: Int64
}

extension Timeline {
  /// The parts whose instants the records have.
  var bars: [TimelineBar] {
    var bars: [TimelineBar] = []
    func add(_ sort: TimelineBar.Sort, _ startMs: Int64, _ endMs: Int64) {
      if endMs > startMs || sort == .failed || sort == .succeeded {
        bars.append(TimelineBar(sort: sort, startMs: startMs, endMs: max(startMs, endMs)))
      }
    }
    for (index, attempt) in attempts.enumerated() {
      add(.failed, attempt.startMs, attempt.endMs)
      add(.wait, max(attempt.startMs, attempt.endMs.adding(-attempt.waitMs)), attempt.endMs)
      if let next = start(after: index) { add(attempt.number <= resets ? .reset : .pause, attempt.endMs, next) }
    }
    switch (outcome, cure) {
    case (.recovered, .waiting): add(.succeeded, endMs, endMs)
    case (.recovered, _): add(.succeeded, successMs, endMs)
    case (.passed, _) where !isWait: add(.succeeded, startMs, endMs)
    default: break
    }
    // Of a step with several attempts the records do not say how long the last one waited.
    if outcome == .passed { add(.wait, max(startMs, endMs.adding(-waitMs)), endMs) }
    return bars
  }

  /// The instant at which something else begins; nil if that is not known.
  private func start(after index: Int) -> Int64? {
    let number = attempts[index].number
    if index + 1 < attempts.count {
      return attempts[index + 1].number == number + 1 ? attempts[index + 1].startMs : nil
    }
    return switch outcome {
    case nil: nil
    case .recovered where cure != .waiting: attemptCount == number + 1 ? successMs : nil
    default: attemptCount == number ? endMs : nil
    }
  }

  /// The start of the attempt that succeeded: it comes after the tax, the time of all others.
  private var successMs: Int64 { startMs.adding(taxMs) }
}
