// error: conformance of 'BaseTestCase' to protocol 'TargetedAutoRetry' crosses into main actor-isolated code and can cause data races
import TargetedAutoRetry
import XCTest

@MainActor
class BaseTestCase: XCTestCase, TargetedAutoRetry {
  var retryPolicy: RetryPolicy { .default }
}
