/// Somebody who is told how much has been read; input that is read in no time is not worth a word.
public struct Progress: Sendable {
  /// Says nothing.
  public static let none = Progress(show: { _ in })

  static let worthShowing = 32 << 20

  private let show: @Sendable (String) -> Void
  private let state = Locked(State())

  private struct State {
    var total = 0
    var done = 0
    var percent = -1
  }

  /// - Parameter show: Shows a line in place of the one before.
  public init(show: @escaping @Sendable (String) -> Void) {
    self.show = show
  }

  func begin(totalBytes: Int) {
    state.withLock { $0.total = totalBytes }
  }

  func advance(byBytes bytes: Int) {
    let percent = state.withLock { state -> Int? in
      state.done += bytes
      guard state.total >= Self.worthShowing else { return nil }
      let percent = min(100, state.done * 100 / state.total)
      defer { state.percent = percent }
      return percent > state.percent ? percent : nil
    }
    if let percent { show("Reading records: \(percent) %") }
  }

  func end() {
    if state.withLock({ $0.percent >= 0 }) { show("") }
  }
}
