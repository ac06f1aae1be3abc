/// What the steps of one nest share.
final class Nest: Sendable {
  /// More innermost attempts than these deserve a warning.
  static let manyAttempts = 25

  /// Why the steps of a nest end.
  struct Abortion: Equatable, Sendable {
    let reason: String
    /// Whether a step has failed the test for it; one that returns a value leaves that to the steps around it.
    let isReported: Bool
  }

  private struct State {
    var abortion: Abortion?
    var isWarned = false
  }

  private let state = Locked(State())

  /// Why a step of this nest was ended; the steps around it end as well.
  var abortion: Abortion? { state.withLock { $0.abortion } }

  func abort(_ abortion: Abortion) {
    state.withLock { $0.abortion = abortion }
  }

  /// Whether to warn of so many attempts; true once.
  func warns(of attempts: Int) -> Bool {
    guard attempts > Self.manyAttempts else { return false }
    return state.withLock { state in
      defer { state.isWarned = true }
      return !state.isWarned
    }
  }
}
