internal import Foundation
internal import XCTest

/// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// True for a skip and for a cancellation, and for an error that one of them underlies; others that hold one are failures.
  static func matches(_ error: any Error) -> Bool {
    causes(of: error).contains { $0 is CancellationError } || isSkip(error)
  }

  /// True for a skip, and for the cancellation of a whole test.
  ///
  /// Swift Testing throws one error for both; its type is not public.
  static func isSkip(_ error: any Error) -> Bool {
    causes(of: error).contains { $0 is XCTSkip || String(reflecting: type(of: $0)) == "Testing.SkipInfo" }
  }

  /// The error and its underlying ones; an end, as an error may name itself.
  private static func causes(of error: any Error) -> some Sequence<any Error> {
    sequence(first: error) { ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error }.prefix(10)
  }

  /// True for an error of `#require` or `XCTUnwrap`, which record an issue and throw.
  static func standsForIssue(_ error: any Error) -> Bool {
    let name = String(describing: type(of: error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}
