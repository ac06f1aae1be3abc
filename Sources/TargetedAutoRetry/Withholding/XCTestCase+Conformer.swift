internal import XCTest

/// A test case whose conformance is declared in this library, and is not isolated.
protocol OwnConformer: XCTestCase {
  var ownConformer: any TargetedAutoRetry { get }
}

extension XCTestCase {
  /// True if a module makes every test case conform: `extension XCTestCase: @retroactive TargetedAutoRetry {}`.
  ///
  /// Calls in such a module use the witnesses of that extension, which are the defaults, even if the class conforms by
  /// itself with members of its own. So the conformance of the class is looked up.
  static let isMadeToConform = XCTestCase.self is any TargetedAutoRetry.Type

  /// The test case, by the conformance of the nearest of its classes that has one.
  ///
  /// For other classes the runtime looks the conformance up by the dynamic type. It takes the nearest, and warns of the
  /// other.
  var conformer: (any TargetedAutoRetry)? {
    if let known = (self as? any OwnConformer)?.ownConformer { return known }
    return (self as AnyObject) as? any TargetedAutoRetry
  }
}
