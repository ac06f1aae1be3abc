/// An attempt that failed, or that made its step recover, to keep what it looked like.
public struct AttemptEvidence: Sendable {
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// 1 for the first attempt of the step.
  public let number: Int
  /// Why it failed; nil for the attempt that made the step recover.
  public let failure: FailedAttempt?
  let step: Step
  let attachments: StepAttachments
  /// True when the test is asked, for an object that declares nothing: nobody is asked after it.
  var isHandedOn = false

  /// Attaches a screenshot, a page source or a log of the application to the attempt.
  ///
  /// Call it before ``TargetedAutoRetry/collectEvidence(of:)`` returns. The file goes to the report of the test: on Apple
  /// platforms as an attachment of XCTest that is kept although the test passes, in Swift Testing as an attachment of the
  /// test; XCTest on Linux has no place for it. With `AUTO_RETRY_REPORT` it is also a file beside the records. The HTML
  /// page of `retry-report` shows the files of the last attempt that failed beside those of the one that worked: give them
  /// the same names.
  ///
  /// A file has at most 10 MB, an attempt at most 8, and the files beside the records of a run have at most 200 MB in
  /// all, or a little more where many processes write. What is more is left out, the log or a warning says so, and the test
  /// goes on.
  ///
  /// - Parameters:
  ///   - bytes: What is in the file, such as the `Data` of a picture.
  ///   - name: Its name. The ending says what it is: `.png`, `.jpg`, `.gif`, `.txt`, `.json`, `.html`, `.xml`, `.mp4`.
  public func attach(_ bytes: some Collection<UInt8>, named name: String) {
    let owner = AttachmentOwner(attempt: number, hasSucceeded: failure == nil)
    attachments.attach(AttachedFile(name: name, bytes: bytes), to: owner)
  }

  /// Lets the test collect, for an object that declares nothing; the test itself has nobody else to ask.
  func letTestCollect() {
    guard !isHandedOn, let test = attachments.testObject() else { return }
    var attempt = self
    attempt.isHandedOn = true
    test.collectEvidence(of: attempt)
  }

  /// Attaches a text, such as the source of a page.
  public func attach(_ text: String, named name: String) {
    attach(text.utf8, named: name)
  }
}
