internal import XCTest

/// The issues that the attempts of a step have withheld; it answers for all of them when it is over.
struct StepIssues {
  /// Nil where nobody keeps an issue out of the result.
  let ledger: TestLedger?
  /// The test case of the step, which an assertion fails at once.
  private let plainTestCase: XCTestCase?
  private var failuresBefore = 0
  /// The attempts that have withheld something.
  private var unsettled: [AttemptIssues] = []

  init(_ ledger: TestLedger?, of testCase: XCTestCase?) {
    self.ledger = ledger
    plainTestCase = ledger == nil ? testCase : nil
  }

  /// True if Swift Testing has to be asked to keep issues out of the result, around the code of an attempt.
  var needsKnownIssues: Bool { ledger?.framework == .swiftTesting }

  mutating func attemptBegins() {
    if let plainTestCase { failuresBefore = RunningTestCase.failures(of: plainTestCase) }
  }

  /// True if an assertion has failed a plain test case in the attempt, for the first time in its test.
  func hasFirstFailureOfPlainTestCase() -> Bool {
    plainTestCase.map { RunningTestCase.hasFirstFailure($0, since: failuresBefore) } ?? false
  }

  /// An attempt or its late check is over.
  ///
  /// - Returns: The issues that it has withheld.
  mutating func ended(_ attempt: AttemptIssues?) -> [WithheldIssue] {
    guard let attempt else { return [] }
    let withheld = attempt.close()
    if !withheld.isEmpty { unsettled.append(attempt) }
    return withheld
  }

  /// The step is over: only if it has succeeded, what its attempts have withheld is forgiven.
  mutating func settle(hasSucceeded: Bool, attempts: Int) {
    if unsettled.isEmpty { return }
    ledger?.settle(unsettled)
    if !hasSucceeded { unsettled.takeDistinct(ofAttempts: attempts).forEach { $0.report() } }
    unsettled = []
  }
}
