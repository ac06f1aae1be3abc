// error: converting function value of type '@MainActor () -> ()' to '() throws -> ()' loses global actor 'MainActor'
import TargetedAutoRetry
import XCTest

final class MainActorActionTests: XCTestCase, TargetedAutoRetry {
  @MainActor func launch() {}

  func launchWithRetries() {
    autoRetry(mainAction: launch, successCondition: { true })
  }
}
