/// The lines of two texts that differ, with some context.
struct ComparedLines {
  /// The number of lines that are shown around a difference.
  private static let context = 3
  private static let most = 200
  /// The maximum number of characters of a line that are shown, and of bytes that are read.
  private static let longest = 300
  private static let mostBytes = 4 * longest

  let gone: Int
  let new: Int
  let markup: HTML
  let shown: Int
  /// Sentences about the lines that are left out; `nil` if there are none.
  let note: String?

  init(_ diff: LineDiff) {
    gone = diff.lines.count { $0.change == .removed }
    new = diff.lines.count { $0.change == .added }
    let changes = diff.lines.indices.filter { diff.lines[$0].change != .same }
    let last = changes.prefix(Self.most).last ?? 0
    let end = changes.count > Self.most ? last + 1 : diff.lines.count
    var isNear = Array(repeating: false, count: end)
    for index in changes where index < end {
      for near in max(0, index - Self.context)...min(end - 1, index + Self.context) { isNear[near] = true }
    }
    var markup: [HTML] = []
    var start = 0
    while start < end {
      let stop = isNear[start...].firstIndex { $0 != isNear[start] } ?? end
      // The line that stands for the hidden ones takes a line itself.
      if isNear[start] || stop - start == 1 {
        markup += diff.lines[start..<stop].map(Self.markup)
      } else {
        markup.append("<span class=\"fold\">\((stop - start).counted("identical line"))</span>")
      }
      start = stop
    }
    self.markup = "<pre class=\"diff\">\(markup)</pre>"
    shown = markup.count
    let more = changes.count - Self.most
    let left = diff.linesLeftOut
    let notes = [
      more > 0 ? "\(more.counted("more line")) \(more == 1 ? "differs" : "differ")." : nil,
      left > 0 ? "The last \(left.counted("line")) \(left == 1 ? "is" : "are") not compared." : nil,
    ].compactMap { $0 }
    note = notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  private static func markup(_ change: LineDiff.Change, _ text: Bytes) -> HTML {
    let line = text.prefix(mostBytes).text.truncated(to: longest)
    return switch change {
    case .same: "<span>\(line)</span>"
    case .removed: "<del>\(line)</del>"
    case .added: "<ins>\(line)</ins>"
    }
  }
}
