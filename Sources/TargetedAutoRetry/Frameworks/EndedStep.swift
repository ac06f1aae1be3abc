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
    return step.map { ($0.callSite.file.description, Int(clamping: $0.callSite.line)) }
  }
}
