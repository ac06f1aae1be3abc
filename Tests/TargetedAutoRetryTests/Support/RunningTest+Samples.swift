import Foundation

@testable import TargetedAutoRetry

extension RunningTest {
  static func xctest(_ name: String, _ start: Date) -> RunningTest {
    RunningTest(framework: .xctest, suite: "ShopTests.A", function: "testB", name: name, start: start)
  }

  static func swiftTesting(_ name: String, _ start: Date) -> RunningTest {
    RunningTest(framework: .swiftTesting, suite: "ShopTests.A", function: "b()", name: name, start: start)
  }
}
