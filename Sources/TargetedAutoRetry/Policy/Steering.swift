internal import Foundation
internal import XCTest

/// The changes that the process's variables make to every step.
struct Steering: Sendable {
  /// The number of retries that replaces every step's; 0 is the hunt for flakes.
  var retryAttempts: Int?
  var budget: RetryBudget?
  /// True for the name of a step to rehearse: its first attempt counts as failed, so that its reset steps run.
  ///
  /// Nil for none.
  var rehearses: (@Sendable (String) -> Bool)?
  var failsOnRecovery = false
  var burnIn: BurnIn?
  /// The factor for the limits of steps and waits.
  var patience = 1.0

  /// The note on a limit that the factor has changed.
  var patienceText: String {
    if patience == 1 { return "" }
    let factor = Int(exactly: patience).map(String.init) ?? "\(patience)"
    return ", times \(factor) by \(EnvironmentVariable.patience.name)"
  }

  static let rehearsal = "AUTO_RETRY_REHEARSE: the first attempt counts as failed"
}

extension Steering {
  init(_ variables: inout SteeringVariables) {
    retryAttempts = variables.value(of: .attempts, parse: Self.count)
    budget = variables.value(of: .budget, parse: Self.count).map(RetryBudget.init)
    failsOnRecovery = variables.flag(.failOnRecovery) ?? false
    burnIn = variables.value(of: .burnIn, parse: BurnIn.init)
    patience = variables.value(of: .patience, parse: Self.factor) ?? 1
    let pattern = variables.value(of: .rehearse) { try? NSRegularExpression(pattern: $0) }
    if let pattern {
      rehearses = { pattern.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil }
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func factor(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil } }
}

/// The step that a run repeats after it has passed, to prove that it is no longer flaky.
struct BurnIn: Equatable, Sendable {
  /// The maximum number of repetitions: more would take too long.
  static let most = 100_000

  let name: String
  let count: Int

  /// - Parameter text: A name and a number, such as `Sign In=59`. The name may have an equals sign.
  init?(_ text: String) {
    guard let sign = text.lastIndex(of: "="), let count = Int(text[text.index(after: sign)...]),
      (1...Self.most).contains(count), sign > text.startIndex
    else { return nil }
    name = String(text[..<sign])
    self.count = count
  }
}

/// The problems of the steering variables, each of which is a failure once, at the first step of a test.
final class SteeringComplaint: Sendable {
  private enum State {
    case isNew
    /// It was reported, but not to a test.
    case isTold
    case isRecorded
  }

  private let problems: [String]
  private let state = Locked(State.isNew)

  init?(_ problems: [String]) {
    if problems.isEmpty { return nil }
    self.problems = problems
  }

  /// - Parameters:
  ///   - callSite: The call of the step.
  ///   - test: The running test; nil if it is not known.
  ///   - record: Returns true if a test has the failure.
  func make(at callSite: CallSite, in test: @autoclosure () -> RunningTest?, record: (TestFailure) -> Bool) {
    if state.withLock({ $0 == .isRecorded }) { return }
    let test = test()
    let isDue = state.withLock { state in
      let isDue = state == .isNew || (state == .isTold && test != nil)
      if isDue { state = .isRecorded }
      return isDue
    }
    guard isDue else { return }
    var isRecorded = false
    for problem in problems {
      // A gate, because no attempt and no flaky scope may withhold it.
      let failure = TestFailure(message: problem, callSite: callSite, test: test, kind: .gate)
      if record(failure) { isRecorded = true }
    }
    if !isRecorded { state.withLock { $0 = .isTold } }
  }
}

/// The retries that all steps of a process may use together.
final class RetryBudget: Sendable {
  let size: Int
  private let left: Locked<Int>

  init(_ size: Int) {
    self.size = size
    left = Locked(size)
  }

  /// Takes a retry out of the budget; false if none is left.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func giveBack() {
    left.withLock { $0 += 1 }
  }
}

/// The reservation of one step: a retry that is set aside when an attempt fails, and used when the next begins.
///
/// A step that is cured before, or has no time left, gives it back.
struct RetryShare {
  private let budget: RetryBudget?
  private var isReserved = false

  init(of budget: RetryBudget?) {
    self.budget = budget
  }

  /// - Returns: True if another attempt may follow.
  mutating func reserve() -> Bool {
    guard let budget else { return true }
    isReserved = budget.take()
    return isReserved
  }

  mutating func use() { isReserved = false }

  mutating func giveBack() {
    if isReserved { budget?.giveBack() }
    isReserved = false
  }
}
