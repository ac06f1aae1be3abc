/// What the steps of one nest share.
final class Nest: Sendable {
  /// More innermost attempts than these deserve a warning.
  static let manyAttempts = 25

  private struct State {
    var abortion: String?
    var isWarned = false
  }

  private let state = Locked(State())

  /// The reason for which a step of this nest was ended; the steps around it end as well.
  var abortion: String? { state.withLock { $0.abortion } }

  func abort(_ reason: String) {
    state.withLock { $0.abortion = reason }
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
