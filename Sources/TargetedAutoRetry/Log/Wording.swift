/// The form of the texts about a step, for each kind of reader.
struct Wording: Sendable {
  enum Times: Sendable {
    /// Measured times, such as `20 ms` or `1.5 s`.
    case measured
    /// Seconds only, as in the records.
    case inSeconds
    /// No times, to compare texts apart from measured values.
    case none
  }

  /// False if the reader has already seen the texts of inner steps.
  let repeatsInnerSteps: Bool
  let times: Times

  /// The log, which leaves out repetitions.
  static let log = Wording(repeatsInnerSteps: false, times: .measured)
  /// A complete text, such as the failure of a test.
  static let whole = Wording(repeatsInnerSteps: true, times: .measured)
  static let record = Wording(repeatsInnerSteps: true, times: .inSeconds)

  var timeless: Wording { Wording(repeatsInnerSteps: repeatsInnerSteps, times: .none) }

  /// The text of a measured duration.
  func text(of duration: Duration) -> String {
    switch times {
    case .measured: duration.text
    case .inSeconds: duration.inSeconds
    case .none: "some time"
    }
  }
}
