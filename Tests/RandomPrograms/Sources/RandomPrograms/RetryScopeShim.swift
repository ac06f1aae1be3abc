@testable import TargetedAutoRetry

// DELETE THIS FILE once the library has `RetryScope`: it stands in for the public type of the same name.

/// What the code that asks for it is inside of, to be carried to where nobody could know.
struct RetryScope: Sendable {
  private let surroundings: Surroundings

  static var current: RetryScope { RetryScope(surroundings: .current) }

  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Surroundings.$current.withValue(surroundings, operation: body)
  }
}
