internal import Foundation

/// The axis of a timeline: instants and times become shares of its width.
struct TimeAxis {
  private let start: Int64
  let durationMs: Int64

  init(_ span: ClosedRange<Int64>) {
    (start, durationMs) = (span.lowerBound, span.upperBound - span.lowerBound)
  }

  /// The time from the start, in milliseconds; a clock that was set back makes none of it negative.
  func offset(of ms: Int64) -> Int64 { min(max(0, ms.adding(-start)), durationMs) }

  /// In percent of the width.
  func position(of ms: Int64) -> Double { Double(offset(of: ms)) / Double(max(1, durationMs)) * 100 }

  /// A place and a width as CSS; the shortest time can still be seen, at the end too.
  func style(_ startMs: Int64, _ endMs: Int64) -> String {
    let left = min(99.6, position(of: startMs))
    let width = min(100 - left, max(0.4, position(of: endMs) - left))
    return String(format: "left:%.2f%%;width:%.2f%%", left, width)
  }
}
