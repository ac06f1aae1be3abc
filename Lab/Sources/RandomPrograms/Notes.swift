import Foundation

/// A run of the test, a flaky scope or an attempt: a place that may run again, and so may forgive an issue.
final class Place: Sendable {
  enum Kind: Sendable {
    case run(of: Scope)
    case part(Flaky)
    case attempt(of: Call)
  }

  let kind: Kind
  /// The place around this one; nil for the outermost run, and for code of unknown origin.
  let around: Place?
  private let over = Guarded(false)

  init(_ kind: Kind, in around: Place?) {
    self.kind = kind
    self.around = around
  }

  /// True if it is over for good.
  var isOver: Bool { over.withLock { $0 } }

  func end() { over.withLock { $0 = true } }

  var isAttempt: Bool { if case .attempt = kind { true } else { false } }

  var isRun: Bool { if case .run = kind { true } else { false } }

  func isAttempt(of call: Call?) -> Bool { if case .attempt(of: let own) = kind { own === call } else { false } }
}

/// The test or one of its traits, which may run the code inside it several times.
final class Scope: Sendable {
  /// Nil in XCTest, which has flaky scopes only.
  let trait: Flaky?
  let around: Place?

  init(_ trait: Flaky?, in around: Place?) {
    self.trait = trait
    self.around = around
  }
}

/// One call of `autoRetry`.
final class Call: Sendable {
  let number: Int
  let step: Step
  /// The place of the call.
  let around: Around
  /// True if the hook was called for a failed attempt.
  let hasFailed = Guarded(false)
  /// The abort of this step's hook or an inner one's, and whether a step has failed the test for it.
  let abort = Guarded(Abort())

  struct Abort {
    var isSaid = false
    var isReported = true
    /// True after the end of the call; steps that outlive it have no effect on it.
    var isOver = false
  }

  init(_ number: Int, _ step: Step, in around: Around) {
    self.number = number
    self.step = step
    self.around = around
  }

  var name: String { "step \(step.id) \(Notes.mark(number))" }

  func aborts(isReported: Bool) {
    abort.withLock { abort in
      if !abort.isOver { abort = Abort(isSaid: true, isReported: abort.isReported && isReported) }
    }
  }

  func end() -> Abort {
    abort.withLock { abort in
      abort.isOver = true
      return abort
    }
  }
}

/// An action or observation of a program's code.
enum Fact: Sendable {
  case opens(Place)
  case closes(Place)
  /// An issue was recorded; the place is nil if its owner cannot be known; the number is 0 for an issue of XCTest.
  case records(Int, in: Place?)
  /// A step has recovered under the gate; nothing forgives it, and it disturbs nothing.
  case gates(Int)
  /// An error has left a flaky scope, outside steps.
  case leaves(Int, Place)
  case runEnds(Place, RunEnd)
  case callBegins(Call)
  /// An attempt threw an error after which no retry may follow: a skip, a cancellation, or a non-retryable error.
  case isStopped(Call)
  case looks(Call, isTrue: Bool)
  case callEnds(Call, CallEnd)
  /// The framework took a failure into the result; nil if it is not one of the program's own.
  case hears(Int?)
}

enum RunEnd: Sendable {
  case returned
  /// A skip, or a cancellation.
  case stopped
  case threw(Int)
}

enum CallEnd: Sendable {
  /// The return value of `autoRetry`.
  case returned(Int, isCancelled: Bool)
  /// The form that returns a value, with the number of the attempt that the value is from.
  case value(Int)
  case exhausted(isCancelled: Bool)
  case threw
}

/// The facts of one program, in their order.
final class Notes: Sendable {
  private struct State {
    var facts: [Fact] = []
    var numbers = 0
  }

  private let state = Guarded(State())

  var facts: [Fact] { state.withLock { $0.facts } }

  func add(_ fact: Fact) { state.withLock { $0.facts.append(fact) } }

  /// A number for an issue, an error or a call, which identifies it in the framework's messages.
  func next() -> Int {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  static func mark(_ number: Int) -> String { "«\(number)»" }

  /// The number in a message of the framework.
  ///
  /// The failure of a step names other steps and issues too. Its own name stands before "failed: " or follows the word "action",
  /// that of a wait follows the words of waits, and both come first in the message of the gate.
  static func number(in message: String) -> Int? {
    let isGate = message.contains("AUTO_RETRY_FAIL_ON_RECOVERY")
    let head =
      isGate ? nil : message.firstRange(of: #/(action|vain for|waiting for|waited for|inside of): |(?=«\d+» failed: )/#)
    let own = head.map { message[$0.upperBound...] } ?? message[...]
    guard let start = own.firstIndex(of: "«"), let end = own[start...].firstIndex(of: "»") else { return nil }
    return Int(own[own.index(after: start)..<end])
  }
}

/// A value that any thread may change.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
