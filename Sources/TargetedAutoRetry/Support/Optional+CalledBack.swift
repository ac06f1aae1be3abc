extension Optional {
  /// What a framework has called back to make.
  ///
  /// Where it did not call back the process stops: to call in its place would run the code of a test twice, if the framework
  /// has called back after all and lost the result.
  ///
  /// - Parameter function: The function that has to call back.
  func made(by function: StaticString) -> Wrapped {
    guard let self else {
      // A precondition has no message in a release build.
      fatalError("\(function) has returned and not run what it was given, or has lost the result.")
    }
    return self
  }
}
