internal import XCTest

/// The attempt of a step, or its reset steps, that the current code runs inside of; steps started there are nested in it.
final class StepContext: Sendable {
  /// More innermost attempts than these deserve a warning.
  static let manyAttempts = 25

  let id: StepID
  /// The step around this one.
  let parentID: StepID?
  /// 0 for a step that is in no other.
  let depth: Int
  /// The test case instance whose step this is, where that is known.
  let testCase: ObjectIdentifier?
  /// True if Swift Testing runs the test, and not XCTest.
  let isInSwiftTesting: Bool
  /// 1 for the first attempt.
  let attempt: Int
  /// Its own, or else the innermost of the steps around; what comes first is for that to say.
  let deadline: Deadline?
  /// How often the main action can run, attempts of the steps around this one multiplied.
  let attempts: Int
  /// The notes of the steps inside.
  let notes: StepNotes
  /// Those of the outermost step.
  private let rootNotes: StepNotes
  /// The notes for the step around.
  let notesAround: StepNotes?
  /// The innermost attempt that the current code is part of, where issues can be withheld.
  ///
  /// Reset steps are no part of an attempt of their own step, but of one around it.
  let issues: AttemptIssues?

  static var current: StepContext? { Surroundings.current.step }

  /// The context for a step that starts here.
  ///
  /// A context of another test case is a left-over: on Apple platforms a failed assertion with
  /// `continueAfterFailure = false` unwinds past Swift frames, and nothing is popped. It is no parent.
  init(
    of policy: StepPolicy,
    retryAttempts: Int,
    named actionDescription: String? = nil,
    around parent: StepContext? = StepContext.current,
    in testCase: ObjectIdentifier?,
    isInSwiftTesting: @autoclosure () -> Bool = false,
    at now: Duration
  ) {
    let isNested = parent?.testCase == nil || testCase == nil || parent?.testCase == testCase
    let parent = isNested ? parent : nil
    id = .next()
    parentID = parent?.id
    depth = parent.map { $0.depth + 1 } ?? 0
    self.testCase = testCase ?? parent?.testCase
    self.isInSwiftTesting = parent?.isInSwiftTesting ?? isInSwiftTesting()
    attempt = 1
    if let limit = policy.timeLimit {
      deadline = Deadline(
        of: id,
        actionDescription: actionDescription,
        limit: limit,
        origin: policy.origins.timeLimit,
        inside: parent?.deadline,
        at: now
      )
    } else {
      deadline = parent?.deadline
    }
    attempts = (parent?.attempts ?? 1).multiplied(byAttemptsWith: retryAttempts)
    notes = StepNotes()
    rootNotes = parent?.rootNotes ?? notes
    notesAround = parent?.notes
    issues = parent?.issues
  }

  /// The context for the code of an attempt, or for the reset steps after it.
  ///
  /// - Parameters:
  ///   - step: That of the step.
  ///   - issues: The issues of the attempt, where they can be withheld.
  init(_ step: StepContext, attempt: Attempt, issues: AttemptIssues?) {
    id = step.id
    parentID = step.parentID
    depth = step.depth
    testCase = step.testCase
    isInSwiftTesting = step.isInSwiftTesting
    self.attempt = attempt.number
    deadline = step.deadline
    attempts = step.attempts
    notes = StepNotes()
    rootNotes = step.rootNotes
    notesAround = step.notesAround
    self.issues = issues ?? step.issues
  }

  /// True once in a nest that multiplies its attempts to very many.
  func warnsOfNest() -> Bool { depth > 0 && attempts > Self.manyAttempts && rootNotes.isFirstWarning() }

  /// The test that the nest of this step belongs to: looked for once in each nest.
  func test(of testCase: XCTestCase?) -> RunningTest? { rootNotes.test { .current(testCase) } }

  /// The step is over: its limit is none for what it has started and not waited for.
  func liftDeadline() {
    if let deadline, deadline.step == id { deadline.lift() }
  }
}

extension Int {
  /// Far more than can run, where the product is too large for an integer.
  fileprivate func multiplied(byAttemptsWith retryAttempts: Int) -> Int {
    let (attempts, tooMany) = retryAttempts.addingReportingOverflow(1)
    let (product, overflow) = multipliedReportingOverflow(by: tooMany ? .max : attempts)
    return overflow ? .max : product
  }
}
