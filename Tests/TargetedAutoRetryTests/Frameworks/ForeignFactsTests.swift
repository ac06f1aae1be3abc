import Testing
import XCTest

@testable import TargetedAutoRetry

/// The internals of other libraries that this library relies on; one of these tests fails first when they change.
@Suite struct ForeignFactsTests {
  private struct Broken: Error {
    let text = "longer than a pointer, so that there has to be a box"
  }

  @Test func `an error of any type is one pointer, to a box that goes with it`() {
    #expect(MemoryLayout<any Error>.size == MemoryLayout<UnsafeRawPointer>.size)
    let error: any Error = Broken()
    let passedOn = Result<Void, any Error>.failure(error).mapError { $0 }
    #expect(throws: Broken.self) { try passedOn.get() }
    if case .failure(let other) = passedOn { #expect(SameError(error: error).matches(other)) }
    #expect(!SameError(error: error).matches(Broken()))
  }

  private final class Object: Error {}

  @Test(arguments: [Broken(), Object()] as [any Error])
  func `an error can be put into a box of its own`(error: any Error) throws {
    let fresh = try #require(SameError(inFreshBox: error))
    #expect(fresh.matches(fresh.error))
    #expect(!fresh.matches(error))
  }

  #if os(Linux)
    @Test func `XCTest words the failure of an inverted expectation as the library knows it`() async throws {
      let run = try await Fixtures.runXCTest("ForeignWordsFixture/testInvertedExpectation")
      let errors = run.errors
      #expect(errors.contains { $0.contains(" : \(Waits.failure(ofInverted: "not to come"))") }, "\(errors)")
    }
  #endif
}
