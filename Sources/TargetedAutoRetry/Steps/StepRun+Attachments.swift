internal import XCTest

extension StepRun {
  /// The place for what the hook attaches to an attempt.
  func attachments(of attempt: Attempt) -> AttemptAttachments {
    let (environment, step, context) = (environment, step, context)
    let owner = Locked<XCTestCase?>(nil)
    owner.withLock { $0 = testCase }
    @Sendable func tell(_ kind: RetryEvent.Kind) {
      guard environment.hears(kind) else { return }
      environment.tell(RetryEvent(kind: kind, step: step, in: context, test: owner.withLock { .current($0) }))
    }
    return AttemptAttachments(
      keep: { file in
        environment.attachToTest(TestAttachment(file: file, testCase: owner, callSite: step.callSite))
        let path = environment.keep(file, of: attempt, in: context.id)
        tell(.attached(file, path: path, attempt))
        return path
      },
      refuse: { file, refusal in tell(.attachmentRefused(file, refusal, attempt)) }
    )
  }
}
