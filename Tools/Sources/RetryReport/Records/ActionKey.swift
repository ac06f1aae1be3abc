/// An action, or a test with a flaky scope.
struct ActionKey: Hashable {
  let unit: RowUnit
  let action: String
}

extension ActionKey {
  init(_ row: Row) {
    self.init(unit: row.subject, action: row.action)
  }
}
