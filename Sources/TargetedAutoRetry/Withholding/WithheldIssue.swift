/// An issue that was kept out of the test's result.
struct WithheldIssue: Sendable {
  let message: String
  /// The place at which it was recorded, such as `File.swift:12`.
  let place: String
  /// True if the issue is in the result nevertheless: it failed an attempt without being kept out.
  private(set) var isInResult = false
  /// A note behind the message of the report.
  private var note = ""
  /// The failure of a step, or an issue that an inner step has withheld before; nil for an issue of the test's own code.
  private let own = OwnFailure.current
  /// Records the issue as it was, with a note behind its message.
  private let replay: @Sendable (_ note: String) -> Void

  init(message: String, place: String, replay: @escaping @Sendable (_ note: String) -> Void) {
    self.message = message
    self.place = place
    self.replay = replay
  }

  /// XCTest ends the message of an assertion without a text of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  /// True if an inner step of the attempt has left it.
  var isOfInnerStep: Bool { own?.key != nil }

  /// Tells the issue from others; the key of a step's failure leaves out measured times.
  var key: String { own?.key ?? text }

  /// The same issue, marked as being in the result.
  var inResult: WithheldIssue {
    var issue = self
    issue.isInResult = true
    return issue
  }

  func noting(_ note: String) -> WithheldIssue {
    var issue = self
    issue.note = note
    return issue
  }

  /// Records the issue after all, for the step or the test around the one that withheld it.
  func report() { OwnFailure.$current.withValue(OwnFailure(key: key + note)) { replay(note) } }
}
