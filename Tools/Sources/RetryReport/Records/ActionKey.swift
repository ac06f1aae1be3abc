/// An action, or a test with a flaky scope.
struct ActionKey: Hashable {
  let unit: RowUnit
  let action: String
}
