#if !canImport(Darwin)
  /// A failure as XCTest hands it on.
  struct XCTestFailure: Sendable {
    var description: String
    var file: String
    var line: Int
    /// True if it is of an assertion; otherwise it is an error that was thrown, or a misuse of XCTest.
    var isExpected: Bool

    static func thrown(_ error: any Error, at place: (file: String, line: Int)?, in step: EndedStep?) -> XCTestFailure {
      // XCTest's own words and place.
      let text = "threw error \"\(error)\""
      return XCTestFailure(
        description: step?.description(text) ?? text,
        file: place?.file ?? "<EXPR>",
        line: place?.line ?? 0,
        isExpected: false
      )
    }
  }
#endif
