import TargetedAutoRetry
import XCTest

// No error at all, which is the trouble.

class OtherMembersTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: Int { 5 }
  func recoveryAction(attempt: FailedAttempt) -> RecoveryAction { .retry }
}

class PlainTestCase: XCTestCase, TargetedAutoRetry {}

class InheritingTestCase: PlainTestCase {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 5) }
}
