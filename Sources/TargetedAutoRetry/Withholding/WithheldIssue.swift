/// An issue that was kept out of the test's result.
struct WithheldIssue: Sendable {
  let message: String
  /// Where it was recorded, such as `File.swift:12`.
  let place: String
  /// True if it is in the result all the same: it failed an attempt without being kept out.
  private(set) var isInResult = false
  /// What a report says besides the message.
  private var note = ""
  /// The failure of a step, or an issue that a step inside has withheld before; nil for what the test's code recorded.
  private let own = OwnFailure.current
  /// Records it as it was, with a note behind its message.
  private let replay: @Sendable (_ note: String) -> Void

  init(message: String, place: String, replay: @escaping @Sendable (_ note: String) -> Void) {
    self.message = message
    self.place = place
    self.replay = replay
  }

  /// XCTest ends the message of an assertion that has no words of its own in " - ".
  var text: String {
    let message = message.onOneLine.reversed().drop { $0 == " " || $0 == "-" }.reversed()
    return "\(place): \(String(message))"
  }

  /// True if a step inside of the attempt has left it.
  var isOfInnerStep: Bool { own?.key != nil }

  /// Tells it from others; of a step's own failure the times that were measured say nothing.
  var key: String { own?.key ?? text }

  /// The issue of an attempt that has passed it on.
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

  /// Records it after all, for whatever is around the step or the test that has withheld it.
  func report() { OwnFailure.$current.withValue(OwnFailure(key: key + note)) { replay(note) } }
}

/// A step that an error has ended, which goes on to the caller.
struct EndedStep: Sendable {
  let callSite: CallSite
  /// The part of the step that threw, where the error itself does not show it: such as `the reset steps of Launch`.
  let part: String?

  /// What XCTest says of the error, and which part of the step threw it.
  func description(_ text: String) -> String { part.map { "\(text) in \($0)" } ?? text }
}

extension EndedStep {
  /// The place of an error that ends a test, where XCTest knows none.
  ///
  /// - Parameter step: The step that it has ended.
  static func place(of error: any Error, endingStep step: EndedStep?) -> (file: String, line: Int)? {
    if let error = error as? RetryExhausted, step?.part == nil { return (error.file, Int(clamping: error.line)) }
    return step.map { ($0.callSite.path, Int(clamping: $0.callSite.line)) }
  }
}

/// An error that was thrown once, to be known again when it is caught further out.
///
/// Two errors may be equal and yet be two failures. The system makes a box for an error when it is thrown, and hands on
/// the box; code that catches an error as its type and throws that makes another. An object as an error is the same in any box.
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
