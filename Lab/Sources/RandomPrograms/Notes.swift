@testable import TargetedAutoRetry

/// A run of the test, a flaky scope, an attempt, or a known issue: a place that may take an issue.
final class Place: Sendable {
  enum Kind: Sendable {
    /// With the closest trait of the test; nil in XCTest, which has flaky scopes only.
    case run(Flaky?)
    case part(Flaky)
    case attempt(of: Call)
    case known(bugsOnly: Bool)
  }

  let kind: Kind
  /// The place around this one; `nil` for a run.
  let around: Place?
  private let over = Locked(false)

  init(_ kind: Kind, in around: Place?) {
    self.kind = kind
    self.around = around
  }

  /// Whether it has ended for good.
  var isOver: Bool { over.isTrue }

  func end() { over.setTrue() }

  /// The innermost attempt or run, which this place is a part of.
  var attemptOrRun: Place {
    switch kind {
    case .run, .attempt: self
    case .part, .known: around?.attemptOrRun ?? self
    }
  }

  /// Whether a known issue that matches everything is between this place and the attempt or run around.
  var isKnownInAttempt: Bool {
    switch kind {
    case .run, .attempt: false
    case .known(bugsOnly: false): true
    case .part, .known: around?.isKnownInAttempt == true
    }
  }

  var isInAttempt: Bool { if case .attempt = attemptOrRun.kind { true } else { false } }

  var hasTrait: Bool { if case .run(_?) = kind { true } else { false } }

  var isRun: Bool { if case .run = kind { true } else { false } }

  var part: Flaky? { if case .part(let flaky) = kind { flaky } else { nil } }

  func isAttempt(of call: Call?) -> Bool { if case .attempt(of: let own) = kind { own === call } else { false } }
}

/// One call of `autoRetry`.
final class Call: Sendable {
  let number: Int
  let step: Step
  /// The place of the call.
  let around: Around
  /// Whether the hook was called for a failed attempt.
  let hasFailed = Locked(false)
  /// The abort of this step's hook or an inner one's, and whether a step has failed the test for it.
  let abort = Locked(Abort())

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
  /// An issue was recorded; the place is nil if its owner cannot be known; the number is 0 for an issue of a framework.
  ///
  /// The line is nil for a failure of a step, which says the number of its call, and for an error without a place.
  /// Foreign code is a thread or a task in which no test of Swift Testing is current.
  case records(Int, in: Place?, at: Int?, isBug: Bool = false, isForeign: Bool = false)
  /// The library fails the test for a recovered step or for a misuse, which disturbs nothing.
  case gates(Int, in: Place?)
  case runEnds(Place, RunEnd)
  /// A skip or a cancellation has left a flaky scope in that place.
  case cuts(Place)
  /// The author's known issue has ended; the number is that of the framework's failure if it has never happened.
  case knownEnds(Place, Int)
  case callBegins(Call)
  /// An attempt threw an error after which no retry may follow: a skip, a cancellation, or a non-retryable error.
  case isStopped(Call)
  case checks(Call, isTrue: Bool)
  /// `isRetryable` was asked about an assertion, which is always retried.
  case isAskedAboutRequirement(Call)
  case callEnds(Call, CallEnd)
  /// The framework took a failure into the result; 0 if it is not one of the program's own.
  case hears(Int)
  /// A failure in the result stands for that of an inner step, which it names.
  case names(Int)
  /// An author's known issue has matched a failure.
  case pays(Int)
}

struct RunEnd: Sendable {
  /// The error that ended the run as a failure; 0 if it has no number.
  var error: Int?
  /// True after a skip and in a canceled test: the run proves nothing.
  var isStopped: Bool
  /// True after an error that means *stop*: another run need not follow.
  var meansStop: Bool
}

struct CallEnd: Sendable {
  enum Kind: Sendable {
    /// The return value of `autoRetry`.
    case returned(Int)
    /// The form that returns a value, with the number of the attempt that the value is from.
    case value(Int)
    case exhausted
    /// True for a skip or a cancellation, which is neither success nor failure.
    case threw(isStop: Bool)
  }

  let kind: Kind
  /// True for an asynchronous step in a canceled task; others take no notice.
  let isCancelled: Bool

  /// Whether the step has neither succeeded nor failed.
  func isCut(_ call: Call) -> Bool {
    if case .threw(let isStop) = kind { return isStop }
    // A canceled wait decides nothing if its failure would only have been logged.
    if call.step.isWait, !call.step.failsTest { return false }
    return isCancelled && !isSuccess(of: call.step) && !call.abort.withLock { $0.isSaid }
  }

  /// Whether the step returned a value, or a number of retries that its call allows.
  func isSuccess(of step: Step) -> Bool {
    switch kind {
    case .returned(let answer): answer <= step.retries
    case .value: true
    case .exhausted, .threw: false
    }
  }
}

/// The facts of one program, in their order.
final class Notes: Sendable {
  private struct State {
    var facts: [Fact] = []
    var numbers = 0
  }

  private let state = Locked(State())

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

  /// The numbers of the inner steps whose failures a message stands for, and of those on their way out.
  static func inner(in message: String) -> Set<Int> {
    // The texts of issues in an error, in the gate's message and in a cause name inner steps too.
    let isOfOthers = message.contains(/threw error|Caught error|AUTO_RETRY_FAIL_ON_RECOVERY/)
    if isOfOthers || !message.contains("[FAIL]") { return [] }
    let steps = message.matches(of: /step \S+ «(\d+)» \([^)]*\) failed (?:in )?\d+ (?:attempt|time)/).map(\.1)
    let waysOut = message.matches(of: /(?:\bin|failed:|,) step \S+ «(\d+)» \(/).map(\.1)
    // A step of which not only the steps inside failed is among them itself.
    return Set((steps + waysOut).compactMap { Int($0) }).subtracting([number(in: message)])
  }

  /// The number in a message of the framework; 0 if there is none.
  ///
  /// The failure of a step names other steps and issues too. Its own name stands before "failed: " or follows the word "action",
  /// that of a wait follows the words of waits, and both come first in the message of the gate.
  static func number(in message: String) -> Int {
    let isUnconditional = message.contains("AUTO_RETRY_FAIL_ON_RECOVERY")
    let head =
      isUnconditional
      ? nil : message.firstRange(of: #/(action|vain for|waiting for|waited for|inside wait): |(?=«\d+» failed: )/#)
    var own = head.map { message[$0.upperBound...] } ?? message[...]
    // An error that ended a step names the step after its own text.
    if let place = own.firstRange(of: #/" in (?:the reset steps of )?step /#) { own = own[..<place.lowerBound] }
    guard let start = own.firstIndex(of: "«"), let end = own[start...].firstIndex(of: "»") else { return 0 }
    return Int(own[own.index(after: start)..<end]) ?? 0
  }
}
