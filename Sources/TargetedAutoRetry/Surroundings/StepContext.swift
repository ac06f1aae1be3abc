/// The step that the current code runs inside of; steps started there are nested in it.
struct StepContext: Sendable {
  let id = StepID.next()
  /// The step around this one.
  var parentID: StepID?
  /// 0 for a step that is in no other.
  var depth = 0
  /// The test case instance whose step this is, where that is known.
  var testCase: ObjectIdentifier?
  /// Whether Swift Testing runs the test, and not XCTest.
  let isInSwiftTesting: Bool
  /// 1 for the first attempt.
  var attempt = 1
  var deadline: Deadline?
  /// How often the main action can run, attempts of the steps around this one multiplied.
  var attempts = 1
  let nest: Nest
  /// The innermost attempt that the current code is part of, where issues can be withheld.
  ///
  /// Reset steps are no part of an attempt of their own step, but of one around it.
  var issues: AttemptIssues?

  static var current: StepContext? { Surroundings.current.step }

  /// The context for a step that starts here.
  ///
  /// A context of another test case is a left-over: on Apple platforms a failed assertion with
  /// `continueAfterFailure = false` unwinds past Swift frames, and nothing is popped. It is no parent.
  init(
    of policy: StepPolicy,
    retryAttempts: Int,
    named actionDescription: String? = nil,
    around parent: StepContext? = Self.current,
    in testCase: ObjectIdentifier?,
    isInSwiftTesting: @autoclosure () -> Bool = false,
    at now: Duration
  ) {
    self.testCase = testCase
    if let parent, parent.testCase == nil || testCase == nil || parent.testCase == testCase {
      parentID = parent.id
      depth = parent.depth + 1
      self.testCase = testCase ?? parent.testCase
      deadline = parent.deadline
      attempts = parent.attempts
      nest = parent.nest
      issues = parent.issues
      self.isInSwiftTesting = parent.isInSwiftTesting
    } else {
      nest = Nest(root: id)
      self.isInSwiftTesting = isInSwiftTesting()
    }
    if let limit = policy.timeLimit, deadline.map({ now + limit < $0.instant }) ?? true {
      let origin = policy.origins.timeLimit
      deadline = Deadline(of: id, actionDescription: actionDescription, limit: limit, origin: origin, at: now)
    }
    attempts = attempts.multiplied(byAttemptsWith: retryAttempts)
  }

  /// The context for the code of an attempt, or for the reset steps after it.
  ///
  /// - Parameter issues: The issues of the attempt, where they can be withheld.
  func attempt(_ attempt: Attempt, issues: AttemptIssues?) -> StepContext {
    var context = self
    context.attempt = attempt.number
    context.issues = issues ?? self.issues
    return context
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
