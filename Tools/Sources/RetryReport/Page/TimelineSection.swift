internal import Foundation

/// The part of the page that shows the attempts of one action.
enum TimelineSection {
  /// The number of kinds of causes that are listed.
  private static let mostCauses = 10

  static func render(
    _ action: ActionFigures,
    _ index: Int,
    _ causes: [CauseCounts],
    _ links: Links,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    let timelines = action.timelines
    let shown =
      timelines.total > timelines.kept.count
      ? "The \(timelines.kept.count) of \(timelines.total) that cost most." : ""
    let compared = timelines.kept.firstIndex { !$0.evidence.isEmpty }
    let articles = timelines.kept.enumerated().map { number, timeline in
      let id = number == compared ? "differed-\(index)" : ""
      let evidence = EvidenceSection.render(timeline, id: id, &pictures, &differences)
      return article(timeline, evidence, links, &pictures)
    }
    return """
      <details id="action-\(index)">
      <summary><strong>\(action.title.escapedForMarkup)</strong> \(timelines.total.counted("retried \(action.unit.rawValue)"))</summary>
      \(list(causes))\(shown.isEmpty ? "" : "<p class=\"note\">\(shown)</p>\n")\(articles.joined())</details>

      """
  }

  /// The kinds of causes, the most frequent first.
  private static func list(_ causes: [CauseCounts]) -> String {
    if causes.isEmpty { return "" }
    let sorted = causes.sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) }
    let items = sorted.prefix(mostCauses).map { cause in
      "<li><strong>\(cause.steps.counted("step"))</strong> \(cause.example.escapedForMarkup)</li>"
    }
    let more = sorted.count - items.count
    return "<ul class=\"causes\">\(items.joined())</ul>\n"
      + (more > 0 ? "<p class=\"note\">and \(more.counted("more kind")) of causes</p>\n" : "")
  }

  private static func article(
    _ timeline: Timeline,
    _ evidence: EvidenceSection.Rendered,
    _ links: Links,
    _ pictures: inout Pictures
  ) -> String {
    let last = timeline.lastAttempt
    let bars = timeline.attempts.map { bar($0.offsetMs, $0.durationMs, "failed", "attempt \($0.number)", timeline) }
    let items = timeline.attempts.map { attempt in
      "<li value=\"\(attempt.number)\">after \(attempt.offsetMs.asTime), for \(attempt.durationMs.asTime): "
        + "\(attempt.message.escapedForMarkup)"
        + "\(gallery(attempt.attachments.filter { !evidence.shown.contains($0) }, &pictures))</li>"
    }
    let skipped = timeline.attemptCount - timeline.attempts.count - (last == nil ? 0 : 1)
    let more = skipped > 0 ? "<p class=\"note\">and \(skipped.counted("attempt")) more</p>" : ""
    return """
      <article class="timeline">
      <h3>\(timeline.test.escapedForMarkup)</h3>
      <p>\(links.place(timeline.place, commit: timeline.origin.commit)) \(timeline.ending.escapedForMarkup)</p>
      <p class="note">run \(links.run(timeline.origin.run))\(timeline.origin.text.escapedForMarkup)</p>
      <div class="track">\(bars.joined())\(last.map { bar($0.offsetMs, $0.durationMs, $0.style, $0.title, timeline) } ?? "")</div>
      \(evidence.markup)<ol>\(items.joined())</ol>\(more)
      </article>

      """
  }

  static func gallery(_ attachments: [Attachment], _ pictures: inout Pictures) -> String {
    if attachments.isEmpty { return "" }
    return "<p class=\"gallery\">\(attachments.map { pictures.render($0) }.joined(separator: " "))</p>"
  }

  private static func bar(
    _ offsetMs: Int64,
    _ durationMs: Int64,
    _ style: String,
    _ title: String,
    _ timeline: Timeline
  ) -> String {
    let total = Double(max(timeline.durationMs, 1))
    let left = min(99.5, Double(offsetMs) / total * 100)
    let width = min(100 - left, max(0.5, Double(durationMs) / total * 100))
    return
      "<span class=\"\(style)\" style=\"left:\(String(format: "%.3f", left))%;width:\(String(format: "%.3f", width))%\" "
      + "title=\"\(title), \(durationMs.asTime)\"></span>"
  }
}

extension Timeline.Origin {
  /// The text after the name of the run, such as `, shard 1, 2026-12-04 10:00, commit 0de32d9, Debian GNU/Linux 12`.
  var text: String {
    let time = startMs.asDate.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    )
    return [
      shard.isEmpty ? "" : "shard \(shard)", startMs.isDated ? "\(time) UTC" : "",
      commit.isEmpty ? "" : "commit \(commit.prefix(9))", system,
    ].filter { !$0.isEmpty }.map { ", " + $0 }.joined()
  }
}

extension Timeline {
  /// The attempt that succeeded; it begins after the tax, the time of all others.
  fileprivate var lastAttempt: (offsetMs: Int64, durationMs: Int64, style: String, title: String)? {
    switch (outcome, cure) {
    case (.recovered, .waiting): (max(0, durationMs - 1), 1, "succeeded", "late success")
    case (.recovered, _): (taxMs, durationMs - taxMs, "succeeded", "attempt \(attemptCount)")
    default: nil
    }
  }

  fileprivate var ending: String {
    let attempts = attemptCount.counted("attempt")
    let why = reason.isEmpty ? "" : " \(reason)"
    return switch outcome {
    case .passed: "passed"
    case .recovered: "recovered after \(attempts) in \(durationMs.asTime) by \(cure?.rawValue ?? "a retry").\(why)"
    case .exhausted: "exhausted after \(attempts) in \(durationMs.asTime).\(why)"
    case .timedOut: "out of time after \(attempts) in \(durationMs.asTime).\(why)"
    case .aborted: "stopped after \(attempts) in \(durationMs.asTime).\(why)"
    case nil: "cut off: the process died."
    }
  }
}
