internal import XCTest

/// A test case that can keep issues out of its result; the steps below it see it as this.
protocol WithholdingTestCase: XCTestCase {
  /// That of the run of its test that is going on.
  var ledger: TestLedger { get }

  /// The test case by the conformance of its class in this library, where that is no isolated one.
  var ownConformer: (any TargetedAutoRetry)? { get }
}

extension XCTestCase {
  /// True if some module makes every test case conform: `extension XCTestCase: @retroactive TargetedAutoRetry {}`.
  ///
  /// Calls in such a module have the witnesses of that extension, which are the defaults, also where the class has members
  /// of its own and conforms by itself. So the class has to be asked.
  static let isMadeToConform = XCTestCase.self is any TargetedAutoRetry.Type

  /// The test case by the conformance of the nearest of its classes that has one.
  ///
  /// For a class of somebody else the runtime has to look for it: it takes the nearest, and warns of the other. It looks at
  /// the type of an object that it knows nothing else of.
  var conformer: (any TargetedAutoRetry)? {
    if let known = (self as? any WithholdingTestCase)?.ownConformer { return known }
    return (self as AnyObject) as? any TargetedAutoRetry
  }
}
