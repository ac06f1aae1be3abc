import Testing

@testable import TargetedAutoRetry

/// The error of an attempt that comes too early.
struct NotYet: Error {}

/// The behavior of a step's closures in each attempt, and the result that both drivers must have.
struct Script: Sendable, CustomTestStringConvertible {
  enum Part: Sendable {
    case succeeds
    case conditionIsFalse
    case conditionIsNil
    case actionThrows(any Error)
    case conditionThrows(any Error)
    /// The answers of the list, one at each check, which may be the late check; then its last one.
    case conditionIs([Bool])
  }

  enum Reset: Sendable {
    case works
    case throwsError
  }

  struct Broken: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  let testDescription: String
  var retryAttempts: Int?
  var policy: RetryPolicy?
  var abortsAfter: Int?
  var failTestOnFailure = true
  var reset: Reset?
  let attempts: [Part]
  var returns: Int?
  var throwsError: String?
  let events: [String]
  var waits: [Duration] = []
  var failures: [String] = []
}

/// Plays a script through one of the drivers.
final class ScriptPlayer {
  private let script: Script
  private var attempt = 0
  private var checks = 0

  init(_ script: Script) {
    self.script = script
  }

  func mainAction() throws {
    attempt += 1
    checks = 0
    if case .actionThrows(let error) = script.attempts[attempt - 1] { throw error }
  }

  func successCondition() throws -> Bool? {
    checks += 1
    switch script.attempts[attempt - 1] {
    case .succeeds: return true
    case .conditionIsFalse, .actionThrows: return false
    case .conditionIsNil: return nil
    case .conditionThrows(let error): throw error
    case .conditionIs(let seen): return seen[min(checks, seen.count) - 1]
    }
  }

  func resetSteps() throws {
    if case .throwsError = script.reset { throw Script.Broken(description: "no way back") }
  }
}
