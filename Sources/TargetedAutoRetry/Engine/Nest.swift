/// What the steps of one nest share: nothing, until one of them is aborted or the nest is large.
struct Nest: Sendable {
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

  /// An object for each nest would cost every step that passes three allocations.
  private static let states = Locked<[StepID: State]>([:])

  /// The outermost step.
  let root: StepID

  /// Why a step of this nest was ended; the steps around it end as well.
  var abortion: Abortion? { Self.states.withLock { $0[root]?.abortion } }

  func abort(_ abortion: Abortion) {
    Self.states.withLock { $0[root, default: State()].abortion = abortion }
  }

  /// Whether to warn of so many attempts; true once.
  func warns(of attempts: Int) -> Bool {
    guard attempts > Self.manyAttempts else { return false }
    return Self.states.withLock { states in
      defer { states[root, default: State()].isWarned = true }
      return states[root]?.isWarned != true
    }
  }

  /// The outermost step is over.
  func end() {
    Self.states.withLock { $0[root] = nil }
  }
}
