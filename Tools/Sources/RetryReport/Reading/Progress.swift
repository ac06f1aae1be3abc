/// The share of the input that has been read, shown if the input is large.
public struct Progress {
  static let worthShowing = 32 << 20

  private let show: (String) -> Void
  private var total = 0
  private var done = 0
  private var percent = -1

  /// - Parameter show: A function that shows a line in place of the one before.
  public init(show: @escaping (String) -> Void = { _ in }) {
    self.show = show
  }

  mutating func begin(totalBytes: Int) {
    total = totalBytes
  }

  mutating func advance(byBytes bytes: Int) {
    done += bytes
    guard total >= Self.worthShowing else { return }
    let percent = min(100, done * 100 / total)
    if percent > self.percent { show("Reading records: \(percent) %") }
    self.percent = percent
  }

  func end() {
    if percent >= 0 { show("") }
  }
}
