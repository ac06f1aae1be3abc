extension Optional {
  /// The value that a framework made in a callback.
  ///
  /// Without the callback the process stops. A call in its place would run the code of a test twice if the framework
  /// has called back and lost the result.
  func made(by function: StaticString) -> Wrapped {
    guard let self else {
      // A precondition has no message in a release build.
      fatalError("\(function) has returned and not run what it was given, or has lost the result.")
    }
    return self
  }
}
