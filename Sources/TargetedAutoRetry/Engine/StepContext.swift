/// The step that the current code runs inside of; steps started there are nested in it.
struct StepContext: Sendable {
  /// 0 for a step that is in no other.
  let depth: Int
  /// The test case instance whose step this is, where that is known.
  let testCase: ObjectIdentifier?

  @TaskLocal static var current: StepContext?

  /// The context for a step that starts here.
  ///
  /// A context of another test case is a left-over: on Apple platforms a failed assertion with
  /// `continueAfterFailure = false` unwinds past Swift frames, and nothing is popped. It is no parent.
  static func forStep(in testCase: ObjectIdentifier?) -> StepContext {
    guard let parent = current, parent.testCase == nil || testCase == nil || parent.testCase == testCase else {
      return StepContext(depth: 0, testCase: testCase)
    }
    return StepContext(depth: parent.depth + 1, testCase: testCase ?? parent.testCase)
  }
}
