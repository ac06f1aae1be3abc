public import TargetedAutoRetry
public import XCTest

/// A base class that declares the conformance and both members itself.
open class BaseTestCase: XCTestCase, TargetedAutoRetry {
  open var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2) }

  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }
}
