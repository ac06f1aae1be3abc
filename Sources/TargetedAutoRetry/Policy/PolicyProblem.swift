/// An invalid argument of a policy.
struct PolicyProblem: Equatable, Sendable {
  let argument: String
  let value: String
  let accepted: String

  /// - Returns: Nil if the argument is valid.
  init?(
    unless isValid: Bool,
    _ argument: String,
    _ value: @autoclosure () -> some CustomStringConvertible,
    _ accepted: @autoclosure () -> String
  ) {
    if isValid { return nil }
    self.argument = argument
    self.value = value().description
    self.accepted = accepted()
  }

  init?(retryAttempts: Int) {
    self.init(unless: retryAttempts >= 0, "retryAttempts", retryAttempts, "0 or more")
  }

  var text: String { "\(argument) is \(value), and must be \(accepted)." }
}
