/// A failure that this library is about to record, so that its owner is known.
///
/// It belongs to the attempt or the test around its step or scope, not to other open attempts.
final class OwnFailure: Sendable {
  enum Kind: Equatable, Sendable {
    /// A failure of a step or of a scope, or a withheld issue that is reported after all.
    case failure
    /// A report of a recovered step or of a misuse.
    ///
    /// It measures and does not disturb: it is never withheld, and nothing is retried or run again for it.
    case gate
  }

  let kind: Kind
  /// The identity of the failure, if its message has measured times.
  let key: String?
  private let taken = Locked(false)

  @TaskLocal static var current: OwnFailure?

  init(_ kind: Kind = .failure, key: String? = nil) {
    self.kind = kind
    self.key = key
  }

  /// True if XCTest has the failure, or an attempt withholds it.
  var isTaken: Bool { taken.withLock { $0 } }

  func take() { taken.withLock { $0 = true } }
}
