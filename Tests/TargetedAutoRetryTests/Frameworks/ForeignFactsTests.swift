import Testing
import XCTest

@testable import TargetedAutoRetry

/// The internals of other libraries that this library relies on; one of these tests fails first when they change.
@Suite struct ForeignFactsTests {
  #if os(Linux)
    @Test func `XCTest words the failure of an inverted expectation as the library knows it`() async throws {
      let run = try await Fixtures.runXCTest("ForeignWordsFixture/testInvertedExpectation")
      let errors = run.errors
      #expect(errors.contains { $0.contains(" : \(Waits.failure(ofInverted: "not to come"))") }, "\(errors)")
    }
  #endif
}
