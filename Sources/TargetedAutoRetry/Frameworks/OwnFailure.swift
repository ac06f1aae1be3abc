/// A failure that this library is about to record: it is known whose it is.
///
/// It belongs to what is around the step or the test that it is about, not to what else is open.
final class OwnFailure: Sendable {
  enum Kind: Equatable, Sendable {
    /// Of a step or of a scope, or an issue that was withheld and is reported after all.
    case failure
    /// It says that a step has recovered, or that something is misused. It measures and does not disturb: nothing withholds
    /// it, and nothing is retried or run again for it.
    case gate
    /// The error that ended a run of a test in Swift Testing, which is withheld.
    case withheldError
  }

  let kind: Kind
  /// Whether somebody has it: XCTest, or the attempt that withholds it.
  private let taken = Locked(false)

  /// How many gates there were in this process.
  private static let gateCount = Locked(0)

  @TaskLocal static var current: OwnFailure?

  init(_ kind: Kind = .failure) {
    self.kind = kind
    if kind == .gate { Self.gateCount.withLock { $0 += 1 } }
  }

  static var gates: Int { gateCount.withLock { $0 } }

  var isTaken: Bool { taken.withLock { $0 } }

  /// True where such a failure is being recorded that nothing withholds.
  static var isGateNow: Bool { current?.kind == .gate }

  func take() { taken.withLock { $0 = true } }
}
