import Testing

@testable import RetryReport

@Suite struct DeviceTests {
  private typealias Counts = (device: String?, failed: Int, steps: Int)

  private func report(_ counts: [Counts]) -> Report {
    var rows: [Row] = []
    for (device, failed, steps) in counts {
      for number in 0..<steps {
        let outcome = number < failed ? "recovered" : "passed"
        rows.append(.sample(outcome: outcome, stepID: "s\(rows.count)", device: device))
      }
    }
    return Report(rows)
  }

  private func action(_ counts: [Counts]) -> ActionFigures? { report(counts).actions.first }

  @Test(
    arguments: [
      // Nothing to compare with.
      ([(nil, 9, 40), ("", 9, 40)], nil), ([("iPad Air, iOS 18.2", 9, 40), (nil, 0, 900)], nil),
      // The same rate, and too few to tell.
      ([("iPad Air, iOS 18.2", 9, 40), ("iPhone 17, iOS 18.2", 9, 40)], nil),
      ([("iPad Air, iOS 18.2", 2, 40), ("iPhone 17, iOS 18.2", 0, 40)], nil),
      (
        [("iPad Air, iOS 18.2", 9, 40), ("iPhone 17, iOS 18.2", 0, 120)],
        "flaky on iPad Air, iOS 18.2 only: the first attempt failed in 9 of 40, elsewhere in 0 of 120"
      ),
      (
        [("iPad Air, iOS 18.2", 5, 40), ("iPad mini, iOS 18.2", 5, 40), ("iPhone 17, iOS 18.2", 1, 400)],
        "flakier on iPad: the first attempt failed in 10 of 80, elsewhere in 1 of 400"
      ),
      (
        [("iPad Air, iOS 18.2", 12, 40), ("iPad Air, iOS 26.0", 0, 40), ("iPhone 17, iOS 18.2", 12, 40)],
        "flaky on iOS 18.2 only: the first attempt failed in 24 of 80, elsewhere in 0 of 40"
      ),
      // A device without a version.
      (
        [("iPad", 9, 40), ("iPhone", 0, 120)],
        "flaky on iPad only: the first attempt failed in 9 of 40, elsewhere in 0 of 120"
      ),
    ] as [([(String?, Int, Int)], String?)]
  )
  func `a sure difference between devices is one sentence`(counts: [(String?, Int, Int)], sentence: String?) {
    #expect(action(counts.map { $0 })?.devices.difference?.sentence == sentence)
  }

  enum Format: String, CaseIterable {
    case text = "devices.txt"
    case markdown = "devices.md"
    case json = "devices.json"
  }

  @Test(arguments: Format.allCases)
  func `a format has the difference`(format: Format) throws {
    let report = report([("iPad Air, iOS 18.2", 3, 6), ("iPad mini, iOS 18.2", 3, 6), ("iPhone 17, iOS 18.2", 0, 30)])
    let text =
      switch format {
      case .text: TextFormat.render(report)
      case .markdown: MarkdownFormat.render(report)
      case .json: try JSONFormat.render(report)
      }
    try Golden.compare(text, with: format.rawValue)
  }

  @Test func `the page has it too, and the name of a device is only shown`() {
    let report = report([("<b>|*", 9, 40), ("iPhone", 0, 120)])
    #expect(
      HTMLFormat.render(FullReport(report)).contains(
        "<span class=\"aside\">flaky on &lt;b&gt;|* only: the first attempt failed in 9 of 40, elsewhere in 0 of 120</span>"
      )
    )
    #expect(MarkdownFormat.render(report).contains(#"flaky on &lt;b&gt;\|\* only: the first attempt failed in 9 of"#))
  }

  @Test func `timelines name their device`() {
    let timelines = TestTimelines([.sample(outcome: "recovered", device: "iPad mini, iOS 18.2")]).all
    #expect(timelines.map(\.origin.system) == ["iPad mini, iOS 18.2"])
  }

  @Test func `steps that were skipped are on no device`() {
    let skipped = Row.sample(outcome: "aborted", stoppedBy: "skip", device: "iPad")
    #expect(Report([skipped]).actions.first?.devices.sorted.count == 0)
  }

  @Test func `of too many devices the rest counts as unknown`() {
    let counts = action((0..<300).map { ("device \($0)", 0, 1) })?.devices.sorted ?? []
    #expect(counts.count == 101)
    #expect(counts.map(\.rate.total).reduce(0, +) == 300)
  }
}
