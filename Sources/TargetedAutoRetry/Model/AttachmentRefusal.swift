/// Why something that was attached is not kept.
enum AttachmentRefusal: Equatable, Sendable {
  case isTooLarge
  case isOneTooMany
  /// The attempt that it was attached to has been told of already.
  case isTooLate

  /// A sentence.
  var text: String {
    switch self {
    case .isTooLarge: "It has more than \(AttachedFile.mostBytes / 1_000_000) MB."
    case .isOneTooMany: "An attempt has at most \(AttemptAttachments.mostFiles) attachments."
    case .isTooLate: "Attach before recoveryAction(after:) returns."
    }
  }
}
