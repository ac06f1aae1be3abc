internal import Foundation
internal import XCTest

/// Errors that mean *stop*: whoever throws them wants the test to end here, and a retry would defeat that.
enum StopError {
  /// Whether the error is a cancellation or a skip, or has one inside.
  static func matches(_ error: any Error) -> Bool {
    matches(error, depth: 0)
  }

  private static let deepest = 8

  private static func matches(_ error: any Error, depth: Int) -> Bool {
    if error is CancellationError || error is XCTSkip || isSwiftTestingSkip(error) { return true }
    guard depth < deepest else { return false }
    return wrappedErrors(in: error).contains { matches($0, depth: depth + 1) }
  }

  /// Swift Testing throws the same error for a skip and for a cancellation of a test; its type is not public.
  private static func isSwiftTestingSkip(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.SkipInfo"
  }

  /// The errors that another error holds: those of an `NSError`, and those in the properties or the associated values
  /// of a Swift error.
  private static func wrappedErrors(in error: any Error) -> [any Error] {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return errors(in: error, levels: 2) + (underlying.map { [$0] } ?? [])
  }

  /// An enum case with one value shows that value; with several, or with labels, a tuple of them.
  private static func errors(in value: Any, levels: Int) -> [any Error] {
    guard levels > 0 else { return [] }
    return Mirror(reflecting: value).children.flatMap { child in
      if let error = child.value as? any Error { return [error] }
      return errors(in: child.value, levels: levels - 1)
    }
  }
}
