import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct RunningTestTests {
  @Test func `arguments that name one test of XCTest say which test runs`() throws {
    let start = Date()
    let test = TestIdentity(arguments: ["/tests.xctest", "ShopTests.SearchTests/testSearch"], start: start)
    #expect(
      test
        == TestIdentity(
          framework: .xctest,
          suite: "ShopTests.SearchTests",
          function: "testSearch",
          name: "SearchTests.testSearch",
          start: start
        )
    )
    #expect(test?.id == "ShopTests.SearchTests/testSearch")
  }

  @Test(arguments: [
    [], ["ShopTests.SearchTests"], ["ShopTests"], ["SearchTests/testSearch"], ["/tmp/x.d/file"],
    ["ShopTests.SearchTests/"],
    ["ShopTests.SearchTests/testA,ShopTests.SearchTests/testB"], ["-l", "ShopTests.SearchTests/testSearch"],
    ["ShopTests.SearchTests/testSearch", "ShopTests.SearchTests/testFind"], [".SearchTests/testSearch"],
    ["--testing-library", "swift-testing"],
  ])
  func `other arguments say nothing`(arguments: [String]) {
    #expect(TestIdentity(arguments: ["/tests.xctest"] + arguments) == nil)
  }
}
