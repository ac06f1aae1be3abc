internal import Foundation
internal import XCTest

// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
extension Error {
  /// True for a skip and for a cancellation, and for an error that one of them underlies; others that hold one are failures.
  var meansStop: Bool { causes.contains { $0 is CancellationError } || isSkip }

  /// True for a skip, and for the cancellation of a whole test.
  ///
  /// Swift Testing throws one error for both; its type is not public.
  var isSkip: Bool {
    causes.contains { $0 is XCTSkip || String(reflecting: type(of: $0)) == "Testing.SkipInfo" }
  }

  /// The error and its underlying ones; an end, as an error may name itself.
  private var causes: some Sequence<any Error> {
    sequence(first: self as any Error) { ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error }.prefix(10)
  }

  /// True for an error of `#require` or `XCTUnwrap`, which record an issue and throw.
  var standsForIssue: Bool {
    // Otherwise the type of some errors would be `Error`.
    let name = String(describing: type(of: self as any Error))
    return name == "ExpectationFailedError" || name.hasSuffix("UnwrappingOptional")
  }
}
