import Testing

@testable import TargetedAutoRetry

@Suite struct DeadlineTests {
  @Test(
    arguments: [
      (limits: [15, 10, 5], named: "Step 2"), ([5, 15, 10], "Step 0"), ([10, 5, 15], "Step 1"),
      // Of limits that are over at once the outermost is named.
      ([5, 5, 5], "Step 0"),
    ]
  )
  func `the first limit of the steps around applies`(limits: [Int], named: String) {
    let bench = Workbench()
    func step(_ level: Int) {
      guard level < limits.count else {
        bench.time.advance(by: .seconds(20))
        bench.step("Late")
        return
      }
      let policy = RetryPolicy(timeLimit: .seconds(limits[level]))
      bench.step("Step \(level)", retries: 0, failsTest: false, policy: policy) { step(level + 1) }
    }
    bench.run { step(0) }
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] The time limit of 5.0 s of the step around it, \(named), set by the call, was over before the "
          + "first attempt of action: Late. No more retries will be attempted."
      ]
    )
  }
}
