/// What went wrong although the arguments are right: the command says so and exits with 2.
struct CommandFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
