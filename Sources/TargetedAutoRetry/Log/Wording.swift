/// The form of the texts about a step, for each kind of reader.
struct Wording: Sendable {
  /// False if the reader has already seen the texts of inner steps.
  let repeatsInnerSteps: Bool
  /// False in texts that are compared apart from measured values.
  let hasTimes: Bool

  /// The log, which leaves out repetitions.
  static let log = Wording(repeatsInnerSteps: false, hasTimes: true)
  /// A complete text, such as the failure of a test or a row of the records.
  static let whole = Wording(repeatsInnerSteps: true, hasTimes: true)

  var timeless: Wording { Wording(repeatsInnerSteps: repeatsInnerSteps, hasTimes: false) }

  /// The text of a measured duration.
  func text(of duration: Duration) -> String { hasTimes ? duration.text : "some time" }
}
