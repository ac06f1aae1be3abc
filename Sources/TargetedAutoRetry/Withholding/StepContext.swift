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
  /// The number of times that the main action can run, attempts of the steps around this one multiplied.
  let worstCaseAttempts: Int
  /// The repetition of a step that this one is, or is inside of; 0 outside of any.
  let burnIn: Int
  /// The innermost attempt that the current code is part of, where issues can be withheld.
  ///
  /// Reset steps are no part of an attempt of their own step, but of one around it.
  let issues: AttemptIssues?
  /// The object whose step this is, where it is the outermost and may stand for the test.
  private nonisolated(unsafe) let object: AnyObject?
  // Set once, where the context is made.
  /// The attempt around the step, and the outermost step; gone where this one has outlived them.
  private(set) nonisolated(unsafe) weak var parent: StepContext?
  private nonisolated(unsafe) weak var root: StepContext?
  /// What the steps inside leave behind, behind the lock.
  private nonisolated(unsafe) var notes: StepNotes?

  static var current: StepContext? { Surroundings.current.step }

  /// The context for a step that starts here.
  ///
  /// A context of another test case is a left-over: on Apple platforms a failed assertion with
  /// `continueAfterFailure = false` unwinds past Swift frames, and nothing is popped. It is no parent.
  init(
    of policy: StepPolicy,
    retryAttempts: Int,
    named actionDescription: String? = nil,
    of object: (_ isInSwiftTesting: Bool) -> AnyObject? = { _ in nil },
    around parent: StepContext? = StepContext.current,
    in testCase: ObjectIdentifier?,
    isInSwiftTesting: @autoclosure () -> Bool = false,
    burnIn: Int? = nil,
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
    worstCaseAttempts = (parent?.worstCaseAttempts ?? 1).multiplied(byAttemptsWith: retryAttempts)
    self.burnIn = burnIn ?? parent?.burnIn ?? 0
    issues = parent?.issues
    self.object = parent == nil ? object(self.isInSwiftTesting) : nil
    if let parent {
      self.parent = parent
      root = parent.root ?? parent
    }
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
    worstCaseAttempts = step.worstCaseAttempts
    burnIn = step.burnIn
    self.issues = issues ?? step.issues
    object = nil
    if let parent = step.parent { self.parent = parent }
    root = step.root ?? step
  }

  /// The object of the outermost step; nil where that is over.
  var outermostObject: AnyObject? { (root ?? self).object }

  /// True once in a nest that multiplies its attempts to very many.
  func warnsOfNest() -> Bool { depth > 0 && worstCaseAttempts > Self.manyAttempts && (root ?? self).isFirstWarning() }

  /// The test that the nest of this step belongs to; once it is found, nobody looks for it again.
  func test(of testCase: XCTestCase?) -> RunningTest? { (root ?? self).test { .current(testCase) } }

  /// The step is over: its limit is none for what it has started and not waited for.
  func liftDeadline() {
    if let deadline, deadline.step == id { deadline.lift() }
  }
}

// What the steps inside leave behind. A step that has outlived the one around it leaves nothing.
extension StepContext {
  private final class StepNotes {
    /// Why a step inside was ended: the step around ends as well, whatever its closures do with the error.
    var abortion: InnerAbortion?
    /// The first step inside that did not succeed.
    var failure: FailedAttempt.InnerFailure?
    /// True in the outermost step when the log has said that the nest is large.
    var isWarned = false
    /// In the outermost step the test that the nest belongs to, once it has been looked for.
    var test: RunningTest?
  }

  /// One for all notes: a lock of its own would cost every step that passes two allocations.
  ///
  /// Its value is not empty: the thread sanitizer would take that for the lock, which has the same address then.
  private static let lock = Locked(false)

  var hasAbortion: Bool { Self.lock.withLock { _ in notes?.abortion != nil } }

  func note(_ failure: FailedAttempt.InnerFailure) {
    withNotes { notes in
      if notes.failure == nil { notes.failure = failure }
    }
  }

  func note(_ abortion: InnerAbortion) {
    withNotes { notes in
      let isReported = abortion.isReported && notes.abortion?.isReported != false
      notes.abortion = InnerAbortion(reason: notes.abortion?.reason ?? abortion.reason, isReported: isReported)
    }
  }

  /// Hands out the notes of the steps inside that were left since the last time.
  func takeNotes() -> (abortion: InnerAbortion?, failure: FailedAttempt.InnerFailure?) {
    Self.lock.withLock { _ in
      defer {
        notes?.abortion = nil
        notes?.failure = nil
      }
      return (notes?.abortion, notes?.failure)
    }
  }

  private func withNotes<Result>(_ change: (StepNotes) -> Result) -> Result {
    Self.lock.withLock { _ in
      let notes = notes ?? StepNotes()
      self.notes = notes
      return change(notes)
    }
  }

  private func isFirstWarning() -> Bool {
    withNotes { notes in
      defer { notes.isWarned = true }
      return !notes.isWarned
    }
  }

  /// - Parameter look: Looks for the test, which takes long.
  private func test(_ look: () -> RunningTest?) -> RunningTest? {
    if let test = Self.lock.withLock({ _ in notes?.test }) { return test }
    let found = look()
    withNotes { $0.test = found }
    return found
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
