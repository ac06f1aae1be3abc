internal import Foundation
internal import XCTest

/// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// The maximum number of values inspected inside an error, which may hold a picture or a graph of errors.
  private static let mostValues = 256
  /// The number of values between two errors: an enum case with labels has a tuple, and a list may be in that.
  private static let levelsBetweenErrors = 2

  /// True if the error is a cancellation or a skip, or contains one.
  ///
  /// The outer values are inspected first. Objects that are not errors are not inspected: other threads may be using
  /// them.
  static func matches(_ error: any Error) -> Bool { contains(in: error, isStop) }

  /// True if the error is a skip or the cancellation of a whole test, or contains one.
  static func isSkip(_ error: any Error) -> Bool { contains(in: error) { $0 is XCTSkip || isSwiftTestingSkip($0) } }

  private static func contains(in error: any Error, _ isWanted: (any Error) -> Bool) -> Bool {
    var values: ArraySlice<(value: Any, levels: Int)> = [(error, levelsBetweenErrors)]
    var looked = 0
    while let (value, levels) = values.popFirst(), looked < mostValues {
      looked += 1
      guard let error = value as? any Error else {
        if levels > 0, !(type(of: value) is AnyClass) { values += parts(of: value, levels - 1, atMost: mostValues) }
        continue
      }
      if isWanted(error) { return true }
      values += parts(of: error, levelsBetweenErrors, atMost: mostValues)
      if let underlying = underlyingError(of: error) { values.append((underlying, levelsBetweenErrors)) }
    }
    return false
  }

  private static func isStop(_ error: any Error) -> Bool {
    error is CancellationError || error is XCTSkip || isSwiftTestingSkip(error)
  }

  /// Swift Testing throws one error for a skip and for the cancellation of a test; its type is not public.
  static func isSwiftTestingSkip(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  private static func parts(of value: Any, _ levels: Int, atMost limit: Int) -> [(value: Any, levels: Int)] {
    Mirror(reflecting: value).children.prefix(limit).map { ($0.value, levels) }
  }

  private static func underlyingError(of error: any Error) -> Any? {
    if type(of: error) is NSError.Type { return (error as NSError).userInfo[NSUnderlyingErrorKey] }
    return (error as? any CustomNSError)?.errorUserInfo[NSUnderlyingErrorKey]
  }
}
