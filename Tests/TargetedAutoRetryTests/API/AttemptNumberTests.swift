import Testing

@testable import TargetedAutoRetry

@Suite struct AttemptNumberTests {
  @Test func `the closures can read the number of their attempt`() {
    let bench = Workbench()
    var numbers: [String] = []
    func note(_ part: String) { numbers.append("\(part) \(RetryAttempt.current?.number ?? 0)") }
    bench.run {
      bench.step(
        until: {
          note("condition")
          return numbers.count > 4
        },
        reset: { note("reset") }
      ) { note("action") }
    }
    #expect(numbers == ["action 1", "condition 1", "reset 1", "action 2", "condition 2"])
    #expect(RetryAttempt.current == nil)
  }
}
