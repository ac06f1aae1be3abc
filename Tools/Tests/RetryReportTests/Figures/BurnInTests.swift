import Foundation
import Testing

@testable import RetryReport

@Suite struct BurnInTests {
  /// - Parameter failures: The messages of the failed repetitions.
  private func burnIn(passes: Int, _ failures: [String] = [], outcome: String = "exhausted") -> BurnInFigures? {
    let passed = (0..<passes).map { Row.sample(kind: "burn_in", action: "Sign In", burnIn: $0 + 1) }
    let failed = failures.map { message in
      Row.sample(kind: "burn_in", outcome: outcome, action: "Sign In", cause: "error", message: message, burnIn: 1)
    }
    return Report(passed + failed).burnIns.first
  }

  @Test(arguments: [
    (59, "59 of 59 passed: it fails in less than 5 % (95 % confidence)"),
    (58, "58 of 58 passed: it fails in less than 5.1 % (95 % confidence)"),
    (1, "1 of 1 passed: it fails in less than 95 % (95 % confidence)"),
    (29_956, "29956 of 29956 passed: it fails in less than 0.01 % (95 % confidence)"),
  ])
  func `a step that passed each time fails in less than a bound`(passes: Int, sentence: String) {
    #expect(burnIn(passes: passes)?.sentence == sentence)
  }

  @Test func `a step that failed has a rate with its interval, and the most frequent causes`() {
    let failures = ["threw A()", "busy for 3 s", "busy for 4 s", "C", "D", "E"]
    let figures = burnIn(passes: 54, failures)
    #expect(figures?.sentence == "6 of 60 failed: 10.0 %, 4.7 % to 20.1 % (95 % confidence)")
    #expect(figures?.causes.texts == ["2 × busy for 3 s", "1 × C", "1 × D", "2 × other causes"])
  }

  @Test func `an abort is a failure, and a repetition that was skipped says nothing`() {
    #expect(burnIn(passes: 1, ["no map"], outcome: "aborted")?.failed == 1)
    #expect(burnIn(passes: 1, ["what"], outcome: "a new outcome")?.failed == 1)
    for stop in ["skip", "cancellation"] {
      var row = Row.sample(kind: "burn_in", outcome: "aborted", burnIn: 1)
      row.stoppedBy = stop
      #expect(Report([row]).burnIns.map(\.sentence) == ["skipped each time"])
    }
  }
}
