internal import XCTest

/// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// True for a skip and for a cancellation; an error that merely holds one is a failure.
  static func matches(_ error: any Error) -> Bool { error is CancellationError || isSkip(error) }

  /// True for a skip, and for the cancellation of a whole test.
  ///
  /// Swift Testing throws one error for both; its type is not public.
  static func isSkip(_ error: any Error) -> Bool {
    error is XCTSkip || String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  /// True for an error of `#require` or `XCTUnwrap`, which record an issue and throw.
  static func standsForIssue(_ error: any Error) -> Bool {
    let name = String(describing: type(of: error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}
