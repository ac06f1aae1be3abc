internal import Foundation
internal import XCTest

/// Errors that mean *stop*: the code that throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// The maximum number of values inspected inside an error, which may hold a picture.
  private static let mostValues = 256

  /// True if the error is a cancellation or a skip, or holds one, or has one as its underlying error.
  static func matches(_ error: any Error) -> Bool {
    errors(in: error).contains { $0 is CancellationError || isSkipItself($0) }
  }

  /// True if the error is a skip or the cancellation of a whole test, or holds one.
  static func isSkip(_ error: any Error) -> Bool { errors(in: error).contains(where: isSkipItself) }

  private static func isSkipItself(_ error: any Error) -> Bool { error is XCTSkip || isSwiftTestingSkip(error) }

  /// Swift Testing throws one error for a skip and for the cancellation of a test; its type is not public.
  static func isSwiftTestingSkip(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  private static func errors(in error: any Error) -> [any Error] {
    let values = Mirror(reflecting: error).children.prefix(mostValues).map(\.value)
    // An enum case with labels has its values in a tuple.
    let held = values.flatMap { value in
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [value]
    }
    return [error] + (held + [underlyingError(of: error) as Any]).compactMap { $0 as? any Error }
  }

  private static func underlyingError(of error: any Error) -> Any? {
    if type(of: error) is NSError.Type { return (error as NSError).userInfo[NSUnderlyingErrorKey] }
    return (error as? any CustomNSError)?.errorUserInfo[NSUnderlyingErrorKey]
  }
}
