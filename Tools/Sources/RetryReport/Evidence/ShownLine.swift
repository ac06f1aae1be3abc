/// A line for display, with the part that another line does not have.
struct ShownLine: Equatable {
  /// The maximum number of characters of a line, or of its own part.
  private static let longest = 300
  /// The maximum number of characters before and behind that part, in a longer line.
  private static let longestContext = 80
  /// The number of bytes of a line that are looked at.
  private static let mostBytes = 100_000

  let before: String
  let changed: String
  let after: String

  /// - Parameter other: The line that it replaces. Nil if it is compared with none.
  init(_ line: Bytes, insteadOf other: Bytes? = nil) {
    let line = line.prefix(Self.mostBytes).text
    let other = other?.prefix(Self.mostBytes).text ?? ""
    let head = zip(line, other).prefix { $0 == $1 }.count
    let tail = zip(line.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    // Two lines with little in common are not a change of one line.
    guard !other.isEmpty, (head + tail) * 3 >= min(line.count, other.count) else {
      before = Self.cut(line[...], to: Self.longest)
      changed = ""
      after = ""
      return
    }
    let context = line.count <= Self.longest ? Self.longest : Self.longestContext
    before = (head > context ? "…" : "") + line.prefix(head).suffix(context)
    changed = Self.cut(line.dropFirst(head).dropLast(tail), to: Self.longest)
    after = Self.cut(line.suffix(tail), to: context)
  }

  private static func cut(_ text: Substring, to length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : String(text)
  }
}
