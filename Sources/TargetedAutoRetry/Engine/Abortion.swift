/// Why a step was ended that could have gone on.
enum Abortion: Equatable, Sendable {
  /// ``TargetedAutoRetry/recoveryAction(after:)`` said so.
  case byHook(String)
  /// A step inside was ended by its hook.
  case byInnerStep(Nest.Abortion)
  case byCancellation
}
