public import Testing

/// Runs a closure whose steps report at a place of Swift Testing: what helpers of a suite are given.
///
/// Every step inside reports there, those of helpers and inner steps too: its failure, its lines in the log, its record, and
/// the error that it throws. So a helper hands on the place of its caller once, however many steps it has.
///
/// ```swift
/// func signIn(sourceLocation: SourceLocation = #_sourceLocation) {
///   withCallPlace(sourceLocation) {
///     autoRetry(mainAction: shop.signIn, successCondition: shop.isSignedIn)
///   }
/// }
/// ```
///
/// The scope comes before `file:` and `line:` of the calls inside, which nobody can tell from those that Swift fills in. Of
/// two scopes the inner one holds.
@discardableResult
public func withCallPlace<Value>(_ sourceLocation: SourceLocation, operation: () throws -> Value) rethrows -> Value {
  try Surroundings.$current.withValue(.with(callPlace: CallPlace(sourceLocation)), operation: operation)
}

/// Runs an asynchronous closure whose steps report at a place of Swift Testing; see ``withCallPlace(_:operation:)``.
@discardableResult
public func withCallPlace<Value>(
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let place = CallPlace(sourceLocation)
  return try await Surroundings.$current.withValue(.with(callPlace: place), operation: operation, isolation: isolation)
}

/// Runs a closure whose steps report at a file and a line: what helpers of XCTest are given.
///
/// XCTest takes the path of a failure as a literal, or from a test case. For a path that is no `StaticString` that is the test
/// case that runs. Where it is not known which that is, as in the first test of a process whose class has had no step of its
/// own, the failure is at the line of the step, and names the place. A line below 0 counts as 0.
///
/// ```swift
/// func signIn(file: StaticString = #filePath, line: UInt = #line) {
///   withCallPlace(file: file, line: line) {
///     autoRetry(mainAction: enterName, successCondition: isNameVisible)
///     autoRetry(mainAction: tapSignIn, successCondition: isSignedIn)
///   }
/// }
/// ```
///
/// Everything else is as in ``withCallPlace(_:operation:)``.
///
/// - Parameters:
///   - file: The path of the file.
///   - line: The line, a `UInt` or an `Int`.
///   - operation: Runs at once.
@discardableResult
public func withCallPlace<Value>(
  file: StaticString,
  line: some BinaryInteger,
  operation: () throws -> Value
) rethrows -> Value {
  let place = CallPlace(path: file.description, literal: file, line: line)
  return try Surroundings.$current.withValue(.with(callPlace: place), operation: operation)
}

/// Runs an asynchronous closure whose steps report at a file and a line; see ``withCallPlace(file:line:operation:)-(StaticString,_,_)``.
@discardableResult
public func withCallPlace<Value>(
  file: StaticString,
  line: some BinaryInteger,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let place = CallPlace(path: file.description, literal: file, line: line)
  return try await Surroundings.$current.withValue(.with(callPlace: place), operation: operation, isolation: isolation)
}

/// Runs a closure whose steps report at a file and a line, where the path is a `String`.
///
/// Everything else is as with a `StaticString`.
@discardableResult
public func withCallPlace<Value>(
  file: String,
  line: some BinaryInteger,
  operation: () throws -> Value
) rethrows -> Value {
  try Surroundings.$current.withValue(.with(callPlace: CallPlace(path: file, line: line)), operation: operation)
}

/// Runs an asynchronous closure whose steps report at a file and a line, where the path is a `String`.
@discardableResult
public func withCallPlace<Value>(
  file: String,
  line: some BinaryInteger,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Value
) async rethrows -> Value {
  let place = CallPlace(path: file, line: line)
  return try await Surroundings.$current.withValue(.with(callPlace: place), operation: operation, isolation: isolation)
}

extension CallPlace {
  fileprivate convenience init(_ location: SourceLocation) {
    self.init(fileID: location.fileID, path: location.path, line: location.line, column: location.column)
  }
}

#if compiler(>=6.3)
  extension SourceLocation {
    fileprivate var path: String { filePath }
  }
#else
  extension SourceLocation {
    fileprivate var path: String { _filePath }
  }
#endif
