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
      if inTest.tally.failures > 0 { actions.append((action, inTest, isHigh)) }
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

  func render(on page: Page) -> HTML {
    if tests.isEmpty { return "" }
    let items = tests.enumerated().map { index, test in item(test, isOpen: index == 0, page) }
    let rest = [
      total > tests.count ? "and \((total - tests.count).counted("more test")) with attempts that failed." : nil,
      passed > 0 ? "In \(passed.counted("other test")) every step passed at its first attempt." : nil,
    ].compactMap(\.self).joined(separator: " ")
    let note: HTML? = rest.isEmpty ? nil : "<p class=\"note\">\(rest)</p>\n"
    return """
      <section>
      <h2>Tests</h2>
      <p class="note">Those with a step that failed for good come first, then those that lost most time to retries. \
      The bars of a test have one axis of time; a step opens to show its attempts.\(highNote)</p>
      <ul class="legend"><li><i class="key succeeded"></i>an attempt that succeeded</li>\
      <li><i class="key failed"></i>one that failed</li>\
      <li><i class="key wait"></i>waiting for a condition</li>\
      <li><i class="key pause"></i>between attempts</li>\
      <li><i class="key reset"></i>between attempts, with reset steps</li></ul>
      \(items)\(note)</section>

      """
  }

  /// The number of tests in which nothing failed.
  private var passed: Int { lines.values.count { $0.counts.tally.failures == 0 } }

  private var highNote: String {
    tests.contains { lines[$0[0].test]?.actions.contains { $0.isHigh } == true }
      ? " Bold: fails more often in this test than in all others, and not by chance." : ""
  }

  private func item(_ runs: [TestTimeline], isOpen: Bool, _ page: Page) -> HTML {
    let name = runs[0].test.isEmpty ? "Outside of tests" : runs[0].test
    let timelines = runs.enumerated().map { index, run in
      var list = StepList(run, on: page, names: names(in: run))
      return list.render(isOpen: index == 0)
    }
    let open: HTML? = isOpen ? " open" : nil
    return """
      <details class="test"\(open)>
      <summary><h3>\(.wrapping(name))</h3> \(figures(of: runs))</summary>
      \(lines[runs[0].test].map(places))\(timelines)</details>

      """
  }

  /// The names of the steps that links lead to.
  private func names(in test: TestTimeline) -> [String: StepList.Names] {
    var names: [String: StepList.Names] = [:]
    for step in test.steps {
      if examples.costliest[step.key]?.shows(step, of: test) == true {
        names[step.id, default: StepList.Names()].attempts = attempts(of: step.key)
      }
      if examples.compared[step.key]?.shows(step, of: test) == true {
        names[step.id, default: StepList.Names()].evidence = evidence(of: step.key)
      }
    }
    return names
  }

  /// The figures of a test in all runs; of a test with a flaky scope that it ran again in those that are shown.
  private func figures(of runs: [TestTimeline]) -> HTML {
    let counts = lines[runs[0].test]?.counts ?? TestCounts()
    let hasRerun = runs.contains { $0.steps.contains { $0.key.unit == .test && $0.hasFailed } }
    let figures = [
      counts.tally.failures > 0
        ? "\(counts.tally.failures) of \(counts.tally.steps.counted("first attempt")) failed" : nil,
      counts.failedForGood > 0 ? "\(counts.failedForGood.counted("step")) for good" : nil,
      hasRerun ? "the whole test ran again" : nil,
    ]
    let style = counts.failedForGood > 0 ? "bad" : "flaky"
    return "<span class=\"\(style)-text\">\(figures.compactMap(\.self).joined(separator: ", "))</span>"
  }

  /// The actions with first attempts that failed, in all runs.
  private func places(of line: Line) -> HTML {
    let actions = line.actions.sorted {
      ($1.inTest.tally.failures, $0.name) < ($0.inTest.tally.failures, $1.name)
    }
    let places = actions.map { action -> HTML in
      let text: HTML = "\(action.name) \(action.inTest.tally.failures) of \(action.inTest.tally.steps)"
      return action.isHigh ? "<strong>\(text)</strong>" : text
    }
    return places.isEmpty ? "" : "<p>\(places.joined(by: ", "))</p>\n"
  }
}

extension Page {
  func testSection() -> HTML { tests.render(on: self) }
}

extension StepExamples.Example {
  fileprivate func shows(_ step: Timeline, of test: TestTimeline) -> Bool {
    self.test.number == test.number && self.step == step.id
  }
}
