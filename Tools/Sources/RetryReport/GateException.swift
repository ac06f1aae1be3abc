/// An action that may be as flaky as it is, for a reason, until a day.
public struct GateException: Equatable, Sendable {
  /// Why a line of a file of exceptions cannot be read.
  public struct NotReadable: Error, CustomStringConvertible {
    public let description: String
  }

  let action: String
  let reason: String
  /// Such as `2027-03-31`, in UTC; the last day on which it holds.
  let expires: String

  /// The exceptions of a file, a line each: `2027-03-31 | Sign In | the server is slow on Mondays`.
  ///
  /// Empty lines and those that begin with `#` say nothing. One whose day is over does not hold any more.
  ///
  /// - Parameter today: Such as `2027-03-31`, in UTC.
  public static func all(in text: String, today: String) throws(NotReadable) -> [GateException] {
    var exceptions: [GateException] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.trimmingPrefix { $0.isWhitespace }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map {
        String($0.trimmingPrefix { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
      }
      guard fields.count == 3, Day.isDay(fields[0]), !fields[1].isEmpty,
        !fields[2].isEmpty
      else {
        let wanted = "a day, an action and a reason: 2027-03-31 | Sign In | the server is slow on Mondays"
        throw NotReadable(description: "line \(index + 1) is \"\(String(line).printable)\", and must be \(wanted)")
      }
      if fields[0] >= today {
        exceptions.append(GateException(action: fields[1], reason: fields[2], expires: fields[0]))
      }
    }
    return exceptions
  }
}
