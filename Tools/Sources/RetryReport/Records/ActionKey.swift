/// An action, a test with a flaky scope, or a wait.
struct ActionKey: Hashable {
  let unit: RowUnit
  let action: String

  /// The action; a whole test and a wait are marked as such.
  var title: String {
    switch unit {
    case .step: action
    case .test: "\(action) (whole test)"
    case .wait: "Wait: \(action)"
    }
  }
}
