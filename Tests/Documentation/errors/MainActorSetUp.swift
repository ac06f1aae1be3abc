// error: call to main actor-isolated instance method 'launch()' in a synchronous nonisolated context
import TargetedAutoRetry
import XCTest

@MainActor
class MainActorSetUpTestCase: XCTestCase, TargetedAutoRetry {
  func launch() {}

  override func setUp() {
    launch()
  }
}
