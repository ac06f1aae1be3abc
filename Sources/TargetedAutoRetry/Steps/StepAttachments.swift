internal import XCTest

/// Takes what the hook attaches to the attempts of a step to the report of the test, the records and the log.
final class StepAttachments: AttachmentKeeper {
  private let step: Step
  private let context: StepContext
  private let environment: RetryEnvironment
  /// Handed on, and asked for what is fixed while the test runs.
  private nonisolated(unsafe) let testCase: XCTestCase?

  init(_ step: Step, _ context: StepContext, _ environment: RetryEnvironment, _ testCase: XCTestCase?) {
    self.step = step
    self.context = context
    self.environment = environment
    self.testCase = testCase
  }

  func keep(_ file: AttachedFile, of attempt: Attempt) -> String? {
    environment.attachToTest(TestAttachment(file: file, testCase: testCase, callSite: step.callSite))
    let path = environment.keep(file, of: attempt, in: context.id)
    tell(.attached(file, path: path, attempt))
    return path
  }

  func refuse(_ file: AttachedFile, of attempt: Attempt, _ refusal: AttachmentRefusal) {
    tell(.attachmentRefused(file, refusal, attempt))
  }

  private func tell(_ kind: RetryEvent.Kind) {
    guard environment.hears(kind) else { return }
    environment.tell(RetryEvent(kind: kind, step: step, in: context, test: context.test(of: testCase)))
  }
}
