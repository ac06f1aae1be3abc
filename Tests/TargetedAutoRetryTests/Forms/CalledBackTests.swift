import Testing

@testable import TargetedAutoRetry

@Suite struct CalledBackTests {
  @Test func `a value that a framework makes in a callback is there`() {
    #expect(Optional(7).made(by: "withKnownIssue") == 7)
  }

  #if os(Linux)
    @Test func `a framework that does not call back stops the process, by name`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Int?.none.made(by: "withKnownIssue")
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("withKnownIssue has returned and not run what it was given"))
    }
  #endif
}
