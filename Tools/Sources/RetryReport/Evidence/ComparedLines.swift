/// The lines of two texts that differ, with some context.
struct ComparedLines {
  /// The number of lines that are shown around a difference.
  private static let context = 3
  /// The maximum number of lines that differ and are shown.
  private static let most = 200
  /// The maximum number of characters of a line that are shown, and of bytes that are read.
  private static let longest = 300
  private static let mostBytes = 4 * longest

  let gone: Int
  let new: Int
  let markup: HTML
  /// The number of lines that are shown.
  let shown: Int
  /// Sentences about the lines that are left out; `nil` if there are none.
  let note: String?

  init(_ diff: LineDiff) {
    let changes = diff.runs.filter { !$0.isSame }
    gone = changes.reduce(0) { $0 + $1.old.count }
    new = changes.reduce(0) { $0 + $1.new.count }
    var writer = Writer(diff: diff)
    for (index, run) in diff.runs.enumerated() {
      if writer.room == 0 { break }
      if run.isSame {
        writer.addSame(run.new, isFirst: index == 0, isLast: index == diff.runs.count - 1)
      } else {
        writer.addChange(run)
      }
    }
    markup = "<pre class=\"diff\">\(writer.markup)</pre>"
    shown = writer.lines
    let more = gone + new - (Self.most - writer.room)
    let left = diff.linesLeftOut
    let notes = [
      more > 0 ? "\(more.counted("more line")) \(more == 1 ? "differs" : "differ")." : nil,
      left > 0 ? "The last \(left.counted("line")) \(left == 1 ? "is" : "are") not compared." : nil,
    ].compactMap { $0 }
    note = notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  private struct Writer {
    let diff: LineDiff
    var room = ComparedLines.most
    var markup: [HTML] = []
    var lines = 0

    mutating func addSame(_ range: Range<Int>, isFirst: Bool, isLast: Bool) {
      let head = isFirst ? 0 : context
      let tail = isLast ? 0 : context
      // The line that stands for the hidden ones takes a line itself.
      guard range.count > head + tail + 1 else { return range.forEach { add("span", diff.new[$0]) } }
      range.prefix(head).forEach { add("span", diff.new[$0]) }
      markup.append("<span class=\"fold\">\((range.count - head - tail).counted("identical line"))</span>")
      range.suffix(tail).forEach { add("span", diff.new[$0]) }
    }

    mutating func addChange(_ run: LineDiff.Run) {
      // Of lines that replace others, some of both are shown.
      let gone = run.old.prefix(run.old.count == run.new.count ? (room + 1) / 2 : room)
      gone.forEach { add("del", diff.old[$0]) }
      let new = run.new.prefix(room - gone.count)
      new.forEach { add("ins", diff.new[$0]) }
      room -= gone.count + new.count
    }

    private mutating func add(_ element: String, _ line: Bytes) {
      markup.append(
        "<\(element)>\(line.prefix(ComparedLines.mostBytes).text.truncated(to: ComparedLines.longest))</\(element)>"
      )
      lines += 1
    }
  }
}
