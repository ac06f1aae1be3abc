import Foundation

/// A run of the test, a flaky part of it, or an attempt of a step: what may run again, and so may forgive an issue.
final class Place: Sendable {
  enum Kind: Sendable {
    case run(of: Scope)
    case part(Flaky)
    case attempt(of: Call)
  }

  let kind: Kind
  /// Where this place is; nil for the run that nothing is around, and for what nobody can know the origin of.
  let around: Place?
  private let over = Guarded(false)

  init(_ kind: Kind, in around: Place?) {
    self.kind = kind
    self.around = around
  }

  /// Whether it is over for good.
  var isOver: Bool { over.withLock { $0 } }

  func end() { over.withLock { $0 = true } }

  var isAttempt: Bool { if case .attempt = kind { true } else { false } }

  var isRun: Bool { if case .run = kind { true } else { false } }

  func isAttempt(of call: Call?) -> Bool { if case .attempt(of: let own) = kind { own === call } else { false } }
}

/// The test, or a trait of it: it may run what is inside of it several times.
final class Scope: Sendable {
  /// Nil in XCTest, where only the parts of a test are flaky.
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
  /// Where it is called.
  let around: Around
  /// Whether the hook was asked about a failed attempt.
  let hasFailed = Guarded(false)
  /// Whether the hook of this step or of one inside has said abort, and whether a step has failed the test for it.
  let abort = Guarded(Abort())

  struct Abort {
    var isSaid = false
    var isReported = true
    /// Whether the call is over: what a step that outlives it says is no business of it.
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

/// What the code of a program did and saw.
enum Fact: Sendable {
  case opens(Place)
  case closes(Place)
  /// An issue was recorded; nil where nobody can know whose it is, and 0 for one of XCTest, which has no number.
  case records(Int, in: Place?)
  /// A step has recovered where that fails the test: nothing forgives it, and it disturbs nothing.
  case gates(Int)
  /// An error has left a flaky part, outside of steps.
  case leaves(Int, Place)
  case runEnds(Place, RunEnd)
  case callBegins(Call)
  /// An error in an attempt that no retry may follow: a skip, a cancellation, or what is not retryable.
  case isStopped(Call)
  case looks(Call, isTrue: Bool)
  case callEnds(Call, CallEnd)
  /// The framework took a failure into the result; nil where it is not one of the program's own.
  case hears(Int?)
}

enum RunEnd: Sendable {
  case returned
  /// A skip, or a cancellation.
  case stopped
  case threw(Int)
}

enum CallEnd: Sendable {
  /// What `autoRetry` returned.
  case returned(Int, isCancelled: Bool)
  /// The form that returns a value: the number of the attempt that the value is from.
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

  /// A number for an issue, an error or a call: each is recognised by it in what the framework says.
  func next() -> Int {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  static func mark(_ number: Int) -> String { "«\(number)»" }

  /// The number that a message of the framework is about.
  ///
  /// The failure of a step names other steps and issues too: its own name comes before "failed: " or after the word "action",
  /// that of a wait after what is said of waits, and both first in what the gate says.
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
