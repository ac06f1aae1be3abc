/// What to do about a failed attempt; the answer of ``TargetedAutoRetry/recoveryAction(after:)``.
public enum RecoveryAction: Equatable, Sendable {
  /// Go on: wait, reset and try again, if the policy allows another attempt.
  case retry
  /// Stop, for a reason that no retry can mend, such as "the app crashed".
  ///
  /// The test fails with the reason, whatever `failTestOnFailure` says, and the steps around this one stop as well.
  case abort(String)
}
