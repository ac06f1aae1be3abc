/// The timelines of the tests that failed or lost the most time, and for each action the one that illustrates it best.
package struct TestTimelines {
  static let mostTests = 200

  private let keepsAll: Bool
  private var open = OpenTests()
  /// All tests, if they are kept.
  private(set) var finished: [TestTimeline] = []
  /// The worst timeline of each test.
  private var byTest: [String: TestTimeline] = [:]
  private var examples = StepExamples()
  /// The tests with a failed step; their names as hashes, because there may be many.
  private var failedTests: Set<Int> = []
  /// The first attempts of each test, and the outermost steps that did not succeed.
  private(set) var counts: [String: (failures: Rate, failedForGood: Int)] = [:]

  private(set) var failed = FailedTests()
  /// A process and a run of each test, as a hash.
  private var origins: [TestName: Int] = [:]
  /// The tests that ran in several processes or runs, so that a result may be that of another.
  private(set) var repeated: Set<TestName> = []

  package init(keepsAll: Bool = false) {
    self.keepsAll = keepsAll
  }

  mutating func add(_ row: Row, of step: OpenStep) {
    if row.isRehearsed { return }
    if row.subject == .step, !row.outcome.isNeutral { count(row, failedForGood: row.outcome.isFailure) }
    let timeline = Timeline(row: row, attempts: step.attempts)
    if row.isOutermost, timeline.failsTest { failed.add(row, of: step) }
    keep(open.add(timeline))
  }

  mutating func endOfInput() { keep(open.endOfInput()) }

  private mutating func count(_ row: Row, failedForGood: Bool) {
    counts[row.testCase, default: (.zero, 0)].failures += Rate(count: row.hasFailedFirst ? 1 : 0, total: 1)
    // A nested step does not fail the test by itself.
    if failedForGood, row.isOutermost { counts[row.testCase]?.failedForGood += 1 }
  }

  private mutating func keep(_ tests: [TestTimeline]) {
    if keepsAll { finished += tests }
    for first in tests.map(\.first) {
      let origin = [first.process, first.runID[...]].hashValue
      if origins.updateValue(origin, forKey: TestName(first)) ?? origin != origin { repeated.insert(TestName(first)) }
    }
    for test in tests where test.hasFailed {
      failedTests.insert(test.test.hashValue)
      examples.add(test)
      if byTest[test.test].map(test.isWorse) ?? true { byTest[test.test] = test }
    }
    if byTest.count > 2 * Self.mostTests {
      byTest = Dictionary(uniqueKeysWithValues: worst.map { ($0.test, $0) })
    }
  }

  /// The worst timeline of each test, the worst first.
  private var worst: ArraySlice<TestTimeline> {
    byTest.values.sorted { $0.isWorse(than: $1) }.prefix(Self.mostTests)
  }

  /// The number of tests with a failed step.
  var total: Int { failedTests.count }

  /// The timelines to show, by test, the worst first.
  ///
  /// - Parameters:
  ///   - actions: The actions of which an example must be included, in order.
  ///   - mostSteps: The maximum number of steps in all of them.
  func shown(for actions: [ActionKey], mostSteps: Int) -> [[TestTimeline]] {
    var chosen: [Int: TestTimeline] = [:]
    var steps = 0
    for test in actions.flatMap(examples.tests) + worst where chosen[test.number] == nil {
      steps += test.steps.count
      if steps > mostSteps { break }
      chosen[test.number] = test
    }
    let sorted = chosen.values.sorted { $0.isWorse(than: $1) }
    return Dictionary(grouping: sorted, by: \.test).values.sorted { $0[0].isWorse(than: $1[0]) }
  }
}

extension TestTimelines {
  /// The result of a test; `nil` if the result files have none, or one that may be that of another run or process.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether one of its outermost steps failed.
  ///   - cannotHavePassed: Whether its process died or its last allowed run failed; another process may have repeated it.
  func cases(of test: TestName, hasFailed: Bool, cannotHavePassed: Bool, in report: Report) -> TestResults.Cases? {
    guard let cases = report.results?.tests[test] else { return nil }
    let mayBeOfOther = report.figures.runs.count > 1 || repeated.contains(test)
    return cases.outcome != .failed && (cannotHavePassed || hasFailed && mayBeOfOther) ? nil : cases
  }

  /// The tests with a failed step, each with its result; `nil` if the result files do not say how it ended.
  func failedTests(in report: Report) -> [(test: FailedTest, cases: TestResults.Cases?)] {
    failed.all.map { test in
      (test, cases(of: test.testName, hasFailed: true, cannotHavePassed: test.cannotHavePassed, in: report))
    }
  }
}

/// The tests that may still have rows to come.
struct OpenTests {
  /// The maximum number of steps that are kept; beyond it, the tests whose last row is the oldest are finished.
  static let mostSteps = 20_000

  /// By process, run and test, because the rows of one file may be those of several processes.
  private var open: [[String]: TestTimeline] = [:]
  private var rows = 0
  private var steps = 0
  private var count = 0

  /// - Returns: The tests that are finished.
  mutating func add(_ step: Timeline) -> [TestTimeline] {
    let key = [String(step.row.process), step.row.runID, step.row.testCase]
    if open[key] == nil {
      count += 1
      open[key] = TestTimeline(step.row, number: count)
    }
    rows += 1
    steps += 1
    open[key]?.add(step)
    open[key]?.lastRow = rows
    return steps > Self.mostSteps ? close(open.count / 2 + 1) : []
  }

  /// - Returns: All remaining tests.
  mutating func endOfInput() -> [TestTimeline] { close(open.count) }

  private mutating func close(_ count: Int) -> [TestTimeline] {
    let oldest = open.sorted { $0.value.lastRow < $1.value.lastRow }.prefix(count)
    for (key, test) in oldest {
      open[key] = nil
      steps -= test.steps.count + test.omitted
    }
    return oldest.map(\.value)
  }
}

/// The steps that illustrate an action or a wait best.
struct StepExamples {
  struct Example {
    let test: TestTimeline
    let step: Timeline
  }

  /// The costliest failed step of each action.
  private(set) var costliest: [ActionKey: Example] = [:]
  /// The costliest step with files of its successful attempt.
  private(set) var compared: [ActionKey: Example] = [:]

  mutating func add(_ test: TestTimeline) {
    for step in test.steps where step.hasFailed {
      let (key, example) = (step.row.key, Example(test: test, step: step))
      if step.taxMs > costliest[key]?.step.taxMs ?? -1 { costliest[key] = example }
      if !step.evidence.isEmpty, step.taxMs > compared[key]?.step.taxMs ?? -1 { compared[key] = example }
    }
  }

  func tests(of action: ActionKey) -> [TestTimeline] { [costliest[action], compared[action]].compactMap { $0?.test } }
}
