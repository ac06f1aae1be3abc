import Storefront
import StorefrontBrowser
import TargetedAutoRetry
import Testing

/// Each fault, with the step that recovers from it.
@Suite(.serialized) struct FaultTests {
  private struct Visitor: StorefrontSteps {
    let storefront: Storefront!

    init(faults: [Faults.Fault]) throws {
      storefront = try .forTest(faults: faults)
    }
  }

  @Test func `without faults no step needs a retry`() throws {
    let visitor = try Visitor(faults: [])
    #expect(try visitor.launchWithRetries() == 0)
    #expect(try visitor.signInWithRetries() == 0)
    #expect(try visitor.navToPageWithRetries(.cart) == 0)
  }

  @Test func `three faults are three steps that need one retry each`() throws {
    let visitor = try Visitor(faults: [.pageRendersLate, .tapIsLost, .sessionDrops])
    #expect(try visitor.launchWithRetries() == 1)
    #expect(try visitor.signInWithRetries() == 1)
    #expect(try visitor.navToPageWithRetries(.search) == 1)
    #expect(try visitor.search(for: "kettle") == ["Copper Kettle", "Kettle Descaler"])
  }
}
