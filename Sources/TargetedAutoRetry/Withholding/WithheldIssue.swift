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

/// A step that ended with an error, which goes on to the caller.
struct EndedStep: Sendable {
  let callSite: CallSite
  /// The part of the step that threw, such as `the reset steps of Launch`, if the error does not show it.
  let part: String?

  /// The error in XCTest's words, with the part of the step that threw it.
  func description(_ text: String) -> String { part.map { "\(text) in \($0)" } ?? text }
}

extension EndedStep {
  /// The place of an error that ends a test, if XCTest knows none.
  ///
  /// - Parameter step: The step that the error has ended.
  static func place(of error: any Error, endingStep step: EndedStep?) -> (file: String, line: Int)? {
    if let error = error as? RetryExhausted, step?.part == nil { return (error.file, Int(clamping: error.line)) }
    return step.map { ($0.callSite.path, Int(clamping: $0.callSite.line)) }
  }
}

/// The identity of a thrown error, to recognize it where it is caught further out.
///
/// Equal errors may be different failures. A thrown error is put into a box, and rethrowing hands on the box. Code that
/// catches an error as its concrete type and throws it makes another box. An error that is an object is identical in
/// every box.
struct SameError: Sendable {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func matches(_ other: any Error) -> Bool {
    if Self.box(error) == Self.box(other) { return true }
    guard type(of: error) is AnyClass, type(of: other) is AnyClass else { return false }
    return error as AnyObject === other as AnyObject
  }

  /// An `any Error` is one pointer, to its box.
  private static func box(_ error: any Error) -> UnsafeRawPointer {
    unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
  }
}
