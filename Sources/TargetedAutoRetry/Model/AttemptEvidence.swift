/// An attempt that failed or that made its step recover, to attach files to.
public struct AttemptEvidence: Sendable {
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// 1 for the first attempt of the step.
  public let number: Int
  /// The failure; nil for the attempt that made the step recover.
  public let failure: FailedAttempt?
  let step: Step
  let attachments: StepAttachments
  /// True for a call on the test, in place of an object that declares nothing; it is not passed on again.
  var isHandedOn = false

  /// Attaches a screenshot, a page source or a log of the application to the attempt.
  ///
  /// Call it before ``TargetedAutoRetry/collectEvidence(of:)`` returns. The file goes to the report of the test: on
  /// Apple platforms as an attachment of XCTest that is kept although the test passes, in Swift Testing as an
  /// attachment of the test. XCTest on Linux has no attachments. With `AUTO_RETRY_REPORT` it is also a file beside the
  /// records. The HTML page of `retry-report` shows the files of the last failed attempt beside those of the one that
  /// worked: give them the same names.
  ///
  /// A file has at most 10 MB, an attempt at most 8 files, and the files that a process keeps beside its records have at
  /// most 200 MB in all. Files beyond these limits are left out, the log or a warning says so, and the test goes on.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, such as the `Data` of a picture.
  ///   - name: The name of the file. Its extension gives the type: `.png`, `.jpg`, `.gif`, `.txt`, `.json`, `.html`,
  ///     `.xml`, `.mp4`.
  public func attach(_ bytes: some Collection<UInt8>, named name: String) {
    let owner = AttachmentOwner(attempt: number, hasSucceeded: failure == nil)
    attachments.attach(AttachedFile(name: name, bytes: bytes), to: owner)
  }

  /// Calls the hook of the test, for an object that declares none.
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
