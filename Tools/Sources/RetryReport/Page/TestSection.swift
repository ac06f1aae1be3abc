/// The part of the page with the tests that the flakes belong to, each with its steps on an axis of time.
struct TestSection {
  /// The number of steps that are drawn.
  private static let mostSteps = 10_000

  /// The figures of a test, beside its timelines.
  private struct Line {
    var counts = TestCounts()
    /// The actions with first attempts that failed; high if they fail more often here than in all other tests.
    var actions: [(name: String, inTest: TestCounts, isHigh: Bool)] = []

    mutating func add(_ action: String, _ inTest: TestCounts, isHigh: Bool) {
      counts += inTest
      if inTest.tally.failures.all > 0 { actions.append((action, inTest, isHigh)) }
    }
  }

  private let tests: [[TestTimeline]]
  private let total: Int
  private var lines: [String: Line] = [:]
  /// Those of the tests that are shown.
  private var examples = StepExamples()
  private let numbers: [ActionKey: Int]

  init(_ full: FullReport) {
    let actions = full.report.actions.map(\.key)
    tests = full.timelines.shown(for: actions, mostSteps: Self.mostSteps)
    total = full.timelines.total
    numbers = Dictionary(zip(actions, actions.indices)) { first, _ in first }
    for (name, action) in full.counts.actions {
      let high = Set(Outliers.high(action.tests.mapValues(\.tally.rate)))
      for (test, inTest) in action.tests {
        lines[test, default: Line()].add(name, inTest, isHigh: high.contains(test))
      }
    }
    for test in tests.joined() { examples.add(test) }
  }

  /// The name of the attempts of an action; nil if they are not shown.
  func attempts(of action: ActionKey) -> String? {
    examples.costliest[action] == nil ? nil : numbers[action].map { "action-\($0)" }
  }

  /// The name of the differences in a step of an action; nil if they are not known.
  func evidence(of action: ActionKey) -> String? {
    examples.compared[action] == nil ? nil : numbers[action].map { "differed-\($0)" }
  }

  func render(_ links: Links, _ pictures: inout Pictures, _ differences: inout FileDifferences) -> String {
    if tests.isEmpty { return "" }
    var items = ""
    for (index, test) in tests.enumerated() {
      items += item(test, isOpen: index == 0, links, &pictures, &differences)
    }
    let rest = [
      total > tests.count ? "and \((total - tests.count).counted("more test")) with attempts that failed." : nil,
      passed > 0 ? "In \(passed.counted("other test")) every step passed at its first attempt." : nil,
    ].compactMap(\.self).joined(separator: " ")
    return """
      <section>
      <h2>Tests</h2>
      <p class="note">Those with a step that failed for good come first, then those that lost most time to retries. \
      The bars of a test have one axis of time; a step opens to show its attempts.\(highNote)</p>
      <ul class="legend"><li><i class="key succeeded"></i>an attempt that succeeded</li>\
      <li><i class="key failed"></i>one that failed</li>\
      <li><i class="key wait"></i>waiting for a condition</li>\
      <li><i class="key pause"></i>between attempts</li>\
      <li><i class="key reset"></i>between attempts, with reset steps</li>\
      <li><i class="key shot"></i>a picture</li></ul>
      \(items)\(rest.isEmpty ? "" : "<p class=\"note\">\(rest)</p>\n")</section>

      """
  }

  /// The number of tests in which nothing failed.
  private var passed: Int { lines.values.count { $0.counts.tally.failures.all == 0 } }

  private var highNote: String {
    tests.contains { lines[$0[0].test]?.actions.contains { $0.isHigh } == true }
      ? " Bold: fails more often in this test than in all others, and not by chance." : ""
  }

  private func item(
    _ runs: [TestTimeline],
    isOpen: Bool,
    _ links: Links,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    let name = runs[0].test.isEmpty ? "Outside of tests" : runs[0].test
    var timelines = ""
    for (index, run) in runs.enumerated() {
      var list = StepList(run, links, ids: ids(in: run))
      timelines += list.render(isOpen: index == 0, &pictures, &differences)
    }
    return """
      <details class="test"\(isOpen ? " open" : "")>
      <summary><h3>\(name.markupThatWraps)</h3> \(figures(of: runs))</summary>
      \(lines[runs[0].test].map(places) ?? "")\(timelines)</details>

      """
  }

  /// The names of the steps that links lead to.
  private func ids(in test: TestTimeline) -> [String: (attempts: String?, evidence: String?)] {
    var ids: [String: (attempts: String?, evidence: String?)] = [:]
    for step in test.steps {
      func id(_ example: StepExamples.Example?, _ name: String?) -> String? {
        example?.test.number == test.number && example?.step == step.id ? name : nil
      }
      let attempts = id(examples.costliest[step.key], attempts(of: step.key))
      let evidence = id(examples.compared[step.key], evidence(of: step.key))
      if attempts != nil || evidence != nil { ids[step.id] = (attempts, evidence) }
    }
    return ids
  }

  /// The figures of a test in all runs; of a test with a flaky scope that it ran again in those that are shown.
  private func figures(of runs: [TestTimeline]) -> String {
    let counts = lines[runs[0].test]?.counts ?? TestCounts()
    let hasRerun = runs.contains { $0.steps.contains { $0.key.unit == .test && $0.hasFailed } }
    let figures = [
      counts.tally.failures.all > 0
        ? "\(counts.tally.failures.all) of \(counts.tally.steps.counted("first attempt")) failed" : nil,
      counts.failedForGood > 0 ? "\(counts.failedForGood.counted("step")) for good" : nil,
      hasRerun ? "the whole test ran again" : nil,
    ]
    return "<span class=\"\(counts.failedForGood > 0 ? "bad" : "flaky")-text\">"
      + "\(figures.compactMap(\.self).joined(separator: ", "))</span>"
  }

  /// The actions with first attempts that failed, in all runs.
  private func places(of line: Line) -> String {
    let actions = line.actions.sorted {
      ($1.inTest.tally.failures.all, $0.name) < ($0.inTest.tally.failures.all, $1.name)
    }
    let places = actions.map { action in
      let text = "\(action.name.escapedForMarkup) \(action.inTest.tally.failures.all) of \(action.inTest.tally.steps)"
      return action.isHigh ? "<strong>\(text)</strong>" : text
    }
    return places.isEmpty ? "" : "<p>\(places.joined(separator: ", "))</p>\n"
  }
}
