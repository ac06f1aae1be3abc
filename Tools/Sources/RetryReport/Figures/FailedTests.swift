/// A test that failed, or whose outermost step or wait did, with its newest run.
struct FailedTest: Sendable {
  /// A step that failed the test.
  struct Step: Sendable {
    let row: Row
    /// The row of its last failed attempt, or of the step itself.
    let failure: Row
    let kinds: [CauseKind]
  }

  static let mostSteps = 3

  /// The test with its arguments.
  let name: String
  let testName: TestName
  fileprivate(set) var run: RunOrigin
  fileprivate(set) var steps: [Step]

  /// Whether a result file in which it passed is of another run: its process died, or its last allowed run failed.
  fileprivate(set) var cannotHavePassed: Bool
}

/// The tests in which a step failed, each with the newest run in which it did.
struct FailedTests: Sendable {
  static let most = 1_000

  private var byName: [String: FailedTest] = [:]

  /// - Parameter row: An outermost step or wait that did not succeed, or a whole test, which the steps before it explain better.
  mutating func add(_ row: Row, of step: OpenStep) {
    let (name, run) = (row.testCase, RunOrigin(row))
    let failed = FailedTest.Step(row: row, failure: step.lastAttempt ?? row, kinds: Array(step.causes.keys))
    let new = FailedTest(
      name: name,
      testName: TestName(row),
      run: run,
      steps: [failed],
      cannotHavePassed: row.fields.cannotHavePassed
    )
    guard var test = byName[name] else {
      if byName.count < Self.most { byName[name] = new }
      return
    }
    if test.run.id == run.id {
      test.cannotHavePassed = test.cannotHavePassed || new.cannotHavePassed
      if row.subject != .test, test.steps.count < FailedTest.mostSteps { test.steps.append(failed) }
    } else if test.run.startMs <= run.startMs {
      test = new
    }
    byName[name] = test
  }

  /// By name.
  var all: [FailedTest] { byName.values.sorted { $0.name < $1.name } }
}
