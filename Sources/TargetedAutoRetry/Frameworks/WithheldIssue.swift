/// An issue that was kept out of the test's result.
struct WithheldIssue {
  let message: String
  /// Where it was recorded, such as `File.swift:12`.
  let place: String
  /// True if it is in the result all the same: it failed an attempt without being kept out.
  var isInResult = false
  /// What a report says besides the message.
  private var note = ""
  /// Records it as it was, with a note behind its message.
  private let replay: (_ note: String) -> Void

  init(message: String, place: String, isInResult: Bool = false, replay: @escaping (_ note: String) -> Void) {
    self.message = message
    self.place = place
    self.isInResult = isInResult
    self.replay = replay
  }

  /// XCTest ends the message of an assertion that has no words of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  func noting(_ note: String) -> WithheldIssue {
    var issue = self
    issue.note = note
    return issue
  }

  /// Records it after all, for whatever is around the step or the test that has withheld it.
  func report() { OwnFailure.$current.withValue(OwnFailure()) { replay(note) } }
}
