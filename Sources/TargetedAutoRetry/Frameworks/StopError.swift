internal import Foundation
internal import XCTest

/// Errors that mean *stop*: whoever throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// No more values than these are looked at inside of an error: it may hold a picture, or a graph of errors.
  private static let mostValues = 256
  /// The error of an enum case with several values, or with labels, is in a tuple in the case.
  private static let levelsBetweenErrors = 2

  /// True if the error is a cancellation or a skip, or has one inside.
  ///
  /// What is nearer to the surface is looked at first. Objects that are no errors are not looked into: other threads may
  /// be at work in them.
  static func matches(_ error: any Error) -> Bool { contains(in: error, isStop) }

  /// True if the error is a skip, or the cancellation of a whole test, or has one inside.
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

  /// Swift Testing throws the same error for a skip and for a cancellation of a test; its type is not public.
  private static func isSwiftTestingSkip(_ error: any Error) -> Bool {
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
