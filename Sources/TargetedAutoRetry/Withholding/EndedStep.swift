/// A step that ended with an error, which goes on to the caller.
struct EndedStep: Sendable {
  let path: String
  let line: Int
  /// The part of the step that threw, such as `the reset steps of Launch`, if the error does not show it.
  let part: String?

  init(at callSite: CallSite, part: String? = nil) {
    (path, line, self.part) = (callSite.path, Int(clamping: callSite.line), part)
  }

  /// The step that a ``RetryExhausted`` names.
  init(_ error: RetryExhausted) {
    (path, line, part) = (error.file, Int(clamping: error.line), nil)
  }

  /// The error in XCTest's words, with the part of the step that threw it.
  func description(_ text: String) -> String { part.map { "\(text) in \($0)" } ?? text }
}

/// The identity of a thrown error, to recognize it where it is caught further out.
///
/// Equal errors may be different failures. A thrown error is put into a box, and rethrowing hands on the box. Code that
/// catches an error as its concrete type and throws it makes another box.
struct SameError: Sendable {
  let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  /// Puts the error into a box of its own: an error that a test has stored may be thrown again elsewhere.
  ///
  /// Nil if that is not possible. On Apple platforms an `NSError` is its own box.
  init?(inFreshBox error: any Error) {
    self.error = error.boxedAgain
    if matches(error) { return nil }
  }

  func matches(_ other: any Error) -> Bool { Self.box(error) == Self.box(other) }

  /// An `any Error` is one pointer, to its box.
  private static func box(_ error: any Error) -> UnsafeRawPointer {
    unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
  }
}

extension Error {
  fileprivate var boxedAgain: any Error { self }
}
