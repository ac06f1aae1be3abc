/// An error that is no fault of the arguments: the command prints it and exits with 2.
struct CommandFailure: Error {
  let message: String
  /// True if a file should stay as it is, because another program can read it.
  let isLasting: Bool

  init(_ message: String, isLasting: Bool = false) {
    (self.message, self.isLasting) = (message, isLasting)
  }
}
