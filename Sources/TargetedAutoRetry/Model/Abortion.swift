/// Why a step was ended that could have gone on.
enum Abortion: Equatable, Sendable {
  /// ``TargetedAutoRetry/recoveryAction(after:)`` said so.
  case byHook(String)
  /// A step inside was ended by its hook.
  case byInnerStep(InnerAbortion)
  case byCancellation
}

/// Why a step inside was ended.
struct InnerAbortion: Equatable, Sendable {
  let reason: String
  /// Whether a step has failed the test for it; one that returns a value leaves that to the steps around it.
  let isReported: Bool
}
