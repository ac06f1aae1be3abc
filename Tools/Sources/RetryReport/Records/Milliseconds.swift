internal import Foundation

/// Sums of milliseconds may overflow without an error, because hostile rows must not end the report.
extension Int64 {
  /// Whether these milliseconds of Unix time are a plausible date; a clock that was never set begins in 1970.
  var isDated: Bool { self >= 1_000_000_000_000 }

  /// This instant, in milliseconds of Unix time.
  package static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  var asDate: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }

  /// Such as `2026-12-04`, in UTC.
  package var asDay: String { asDate.formatted(.iso8601.year().month().day()) }

  /// Such as `2026-12-04 10:00:07`, in UTC.
  var asInstant: String {
    asDate.formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
  }
}

extension String {
  /// Whether it is a calendar day as ``asDay`` writes it, so that two of them can be compared as texts.
  var isDay: Bool {
    let style = Date.ISO8601FormatStyle().year().month().day()
    return utf8.count == 10 && (try? style.parse(self)).map(style.format) == self
  }
}
