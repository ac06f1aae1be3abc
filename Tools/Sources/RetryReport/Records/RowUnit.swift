/// What a row is about: a step, or a whole test.
enum RowUnit: String, Sendable {
  case step, test
}
