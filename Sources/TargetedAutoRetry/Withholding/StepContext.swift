internal import XCTest

/// The context of an attempt of a step, or of its reset steps; steps that start there are nested in it.
final class StepContext: Sendable {
  /// The log warns of a nest with more innermost attempts than this.
  static let manyAttempts = 25

  let id: StepID
  let parentID: StepID?
  let depth: Int
  /// The test case instance of the step, if it is known.
  let testCase: ObjectIdentifier?
  /// True if Swift Testing runs the test; false for XCTest.
  let isInSwiftTesting: Bool
  let attempt: Int
  /// The deadline of the step, or else of the nearest step around that has one.
  let deadline: Deadline?
  /// The maximum number of times that the main action can run: the product of the attempts of this step and of those
  /// around.
  let worstCaseAttempts: Int
  /// The number of the burn-in's repetition; 0 outside any.
  let burnIn: Int
  /// The issues of the innermost attempt around the current code, if they can be withheld.
  ///
  /// Reset steps belong to no attempt of their own step, but to the attempt around the step.
  let issues: AttemptIssues?
  /// The object of the outermost step, if it may stand for the test.
  private nonisolated(unsafe) let object: AnyObject?
  // Set once, where the context is made.
  private(set) nonisolated(unsafe) weak var parent: StepContext?
  private nonisolated(unsafe) weak var root: StepContext?
  /// The notes of the steps inside, behind the lock.
  private nonisolated(unsafe) var notes: StepNotes?

  static var current: StepContext? { Surroundings.current.step }

  /// Makes the context of a step that starts here.
  ///
  /// A context of another test case is a left-over and no parent. On Apple platforms a failed assertion with
  /// `continueAfterFailure = false` unwinds past Swift frames, so nothing is popped.
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

  /// Makes the context of an attempt, or of the reset steps after it.
  ///
  /// - Parameters:
  ///   - step: The context of the step.
  ///   - issues: The issues of the attempt, if they can be withheld.
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

  /// The object of the outermost step; nil if that step is over.
  var outermostObject: AnyObject? { (root ?? self).object }

  /// True once in a nest that multiplies its attempts to too many.
  func warnsOfNest() -> Bool { depth > 0 && worstCaseAttempts > Self.manyAttempts && (root ?? self).isFirstWarning() }

  /// The test of the nest; it is looked up once.
  func test(of testCase: XCTestCase?) -> RunningTest? { (root ?? self).test { .current(testCase) } }

  /// Lifts the step's own limit at its end, so that tasks it started and did not await are not bound by it.
  func liftDeadline() {
    if let deadline, deadline.step == id { deadline.lift() }
  }
}

// The notes of inner steps. A step that has outlived the step around it leaves none.
extension StepContext {
  private final class StepNotes {
    /// The reason why an inner step was aborted; the step around ends as well, whatever its closures do with the error.
    var abortion: InnerAbortion?
    /// The first inner step that failed the attempt, or else the first that did not succeed.
    var failure: FailedAttempt.InnerFailure?
    var failureFailsAttempt = false
    /// True if a step inside has ended by cancellation: it has neither failed nor succeeded.
    var hasCancelledStep = false
    /// In the outermost step: true if the log has warned of the nest.
    var isWarned = false
    /// In the outermost step: the test of the nest, once it is known.
    var test: RunningTest?
  }

  /// One lock for all notes: with a lock each, every step that passes would cost two more allocations.
  ///
  /// Its value is not empty: an empty value has the address of the lock, and the thread sanitizer mistakes one for the
  /// other.
  private static let lock = Locked(false)

  var hasAbortion: Bool { Self.lock.withLock { _ in notes?.abortion != nil } }

  var hasCancelledStep: Bool { Self.lock.withLock { _ in notes?.hasCancelledStep ?? false } }

  func noteCancellation() { withNotes { $0.hasCancelledStep = true } }

  func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    withNotes { notes in
      guard notes.failure == nil || (failsAttempt && !notes.failureFailsAttempt) else { return }
      (notes.failure, notes.failureFailsAttempt) = (failure, failsAttempt)
    }
  }

  func note(_ abortion: InnerAbortion) {
    withNotes { notes in
      let isReported = abortion.isReported && notes.abortion?.isReported != false
      notes.abortion = InnerAbortion(reason: notes.abortion?.reason ?? abortion.reason, isReported: isReported)
    }
  }

  /// Hands out the notes that inner steps have left since the last call.
  func takeNotes() -> (abortion: InnerAbortion?, failure: FailedAttempt.InnerFailure?, hasCancelledStep: Bool) {
    Self.lock.withLock { _ in
      defer {
        notes?.abortion = nil
        notes?.failure = nil
        notes?.hasCancelledStep = false
      }
      return (notes?.abortion, notes?.failure, notes?.hasCancelledStep ?? false)
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

  /// - Parameter look: Finds the test, which takes long.
  private func test(_ look: () -> RunningTest?) -> RunningTest? {
    if let test = Self.lock.withLock({ _ in notes?.test }) { return test }
    let found = look()
    withNotes { $0.test = found }
    return found
  }
}

extension Int {
  /// The product, or a huge number where it overflows.
  fileprivate func multiplied(byAttemptsWith retryAttempts: Int) -> Int {
    let (attempts, tooMany) = retryAttempts.addingReportingOverflow(1)
    let (product, overflow) = multipliedReportingOverflow(by: tooMany ? .max : attempts)
    return overflow ? .max : product
  }
}
