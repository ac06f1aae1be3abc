/// The words for what became of a step, as each who reads them needs them.
struct Wording: Sendable {
  enum Times: Sendable {
    /// Such as `20 ms` or `1.5 s`.
    case measured
    /// In seconds only, as the records have always had them.
    case inSeconds
    /// None: to tell texts apart that differ in more than what was measured.
    case none
  }

  /// False where the reader has seen already what a step inside says of itself.
  let repeatsInnerSteps: Bool
  let times: Times

  /// The log that leaves out what repeats itself.
  static let log = Wording(repeatsInnerSteps: false, times: .measured)
  /// A text that is complete by itself, such as the failure of a test.
  static let whole = Wording(repeatsInnerSteps: true, times: .measured)
  static let record = Wording(repeatsInnerSteps: true, times: .inSeconds)

  var timeless: Wording { Wording(repeatsInnerSteps: repeatsInnerSteps, times: .none) }

  /// A duration that was measured.
  func text(of duration: Duration) -> String {
    switch times {
    case .measured: duration.text
    case .inSeconds: duration.inSeconds
    case .none: "some time"
    }
  }
}
