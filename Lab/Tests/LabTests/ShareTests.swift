import Testing

@testable import Experiment

@Suite struct ShareTests {
  /// Values of Wilson's interval from R's `prop.test(correct = FALSE)`.
  @Test(
    arguments: [
      (0, 10, 0.0, 0.2775),
      (5, 10, 0.2366, 0.7634),
      (10, 10, 0.7225, 1.0),
      (90, 100, 0.8256, 0.9448),
    ]
  )
  func `the interval is Wilson's`(count: Int, total: Int, lower: Double, upper: Double) {
    let interval = Share(count: count, total: total).interval
    #expect(abs(interval.lowerBound - lower) < 0.0001)
    #expect(abs(interval.upperBound - upper) < 0.0001)
  }

  @Test func `of no trials nothing is known`() {
    #expect(Share(count: 0, total: 0).interval == 0...1)
    #expect(Share(count: 0, total: 0).description == "–")
  }
}
