/// An issue that was kept out of the test's result.
struct WithheldIssue {
  let message: String
  /// Where it was recorded, such as `File.swift:12`.
  let place: String
  /// Records it as it was.
  let replay: () -> Void

  /// XCTest ends the message of an assertion that has no words of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  /// Records it after all, for whatever is around the step or the test that has withheld it.
  func report() { OwnFailure.$current.withValue(OwnFailure(), operation: replay) }

  /// The same issue where it is in the result by now.
  var reported: WithheldIssue { WithheldIssue(message: message, place: place, replay: {}) }
}
