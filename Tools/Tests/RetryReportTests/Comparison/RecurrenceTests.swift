import Foundation
import Testing

@testable import RetryReport

/// Failures in a row that an outage explains, and those that come back.
@Suite struct RecurrenceTests {
  /// A run of eight tests one after another, and the first that fails in a row with the four after it.
  private func run(_ name: String, failing first: Int? = nil) -> RunTally {
    var tests: [String: TestCounts] = [:]
    for test in 0..<8 {
      let hasFailed = first.map { test >= $0 && test < $0 + 5 } ?? false
      let failures = Failures(hasFailed ? 1 : 0, continued: hasFailed && test != first ? 1 : 0)
      let tally = Tally(steps: 1, failures: failures.all, continued: failures.continued)
      tests["test \(test)"] = TestCounts(tally, kinds: hasFailed ? [CauseKind(text: "lost"): failures] : [:])
    }
    return RunTally(run: name, actions: ["Sign In": tests])
  }

  private func older(_ count: Int = 10, failing first: [Int: Int] = [:]) -> [RunTally] {
    (0..<count).map { run("\($0)", failing: first[$0]) }
  }

  @Test func `failures in a row of one run may be an outage, which is told and fails no job`() throws {
    let comparison = Comparison.of(older(), [run("now", failing: 2)])
    #expect(comparison.risen.isEmpty)
    let change = try #require(comparison.perhapsRisen.first)
    #expect(change.now == Rate(count: 5, total: 8) && change.compared.now == Rate(count: 1, total: 4))
    #expect(comparison.failures(onNewCause: true, onRegression: true) == [])
    let text = ComparisonFormat.text(comparison)
    #expect(text.contains("\nPerhaps risen: Sign In: the first attempt failed in 5 of 8, "))
    #expect(
      text.contains("A single outage could explain failures in a row. Failures in a row count once: 1 of 4, and 0")
    )
    #expect(comparison.headline.contains("0 risen rates, 1 that an outage could explain, 0 rates that fell."))
    #expect(ComparisonFormat.markdown(comparison).contains("- **Perhaps risen:** Sign In"))
    #expect(ComparisonFormat.github(comparison).contains("title=Perhaps risen%3A Sign In::"))
    let json = try JSONSerialization.jsonObject(with: Data(ComparisonFormat.json(comparison).utf8))
    let found = try #require(((json as? [String: Any])?["perhapsRisen"] as? [[String: Any]])?.first)
    #expect(found["action"] as? String == "Sign In" && found["now"] as? [String: Int] == ["count": 5, "total": 8])
  }

  @Test func `a new cause names all of its steps and tests, and those that count`() throws {
    let once = Comparison.of(older(), [run("now", failing: 0)])
    let text = ComparisonFormat.text(once)
    #expect(text.contains("    5 steps in test 0, test 1, test 2, test 3, test 4.\n"))
    #expect(text.contains("Failures in a row count once, and new tests and machines do not: 1 step.\n"))
    let json = try JSONSerialization.jsonObject(with: Data(ComparisonFormat.json(once).utf8))
    let cause = try #require(((json as? [String: Any])?["newCauses"] as? [[String: Any]])?.first)
    #expect(cause["isSurprising"] as? Bool == false)
    #expect(cause["steps"] as? Int == 5 && cause["comparedSteps"] as? Int == 1)
    #expect((cause["tests"] as? [String])?.count == 5)

    let thrice = ComparisonFormat.text(
      Comparison.of(older(), (0..<3).map { (number: Int) in run("now \(number)", failing: number) })
    )
    #expect(thrice.contains("    15 steps in test 0, test 1, test 2, test 3, test 4 and 2 more.\n"))
  }

  @Test func `failures in a row that begin in a new test count once in those that follow`() throws {
    let older = (0..<10).map { number in
      let tests = (run("\(number)").actions["Sign In"] ?? [:]).filter { $0.key != "test 2" }
      return RunTally(run: "\(number)", actions: ["Sign In": tests])
    }
    let comparison = Comparison.of(older, [run("now", failing: 2)])
    let new = try #require(comparison.newCauses.first)
    #expect(new.steps == 5 && new.comparedSteps == 1 && !new.isSurprising)
    #expect(new.probability != nil)
    #expect(!ComparisonFormat.text(comparison).contains("It came only in tests"))
  }

  @Test func `failures in a row that come back in the same tests are no outage`() {
    let comparison = Comparison.of(older(), (0..<3).map { run("now \($0)", failing: 2) })
    #expect(comparison.risen.map(\.compared.now) == [Rate(count: 15, total: 24)])
    #expect(comparison.perhapsRisen.isEmpty)
    #expect(comparison.newCauses.map(\.isSurprising) == [true])
  }

  @Test(
    arguments: [
      // In other tests each time.
      ([0, 3, nil], 10, [:]), ([0, nil, 3], 10, [:]),
      // In one run, however many older ones there are.
      ([2, nil, nil], 150, [:]),
      // In so many newer runs as may be chance, after so few or after such older ones.
      ([2, 2, nil], 10, [:]), ([2, 2, 2], 5, [:]), ([2, 2, 2], 10, [1: 2]),
    ] as [([Int?], Int, [Int: Int])]
  )
  func `failures in a row count once where chance explains how often they come back`(
    first: [Int?],
    olderRuns: Int,
    olderFirst: [Int: Int]
  ) {
    let now = first.enumerated().map { run("now \($0.offset)", failing: $0.element) }
    let comparison = Comparison.of(older(olderRuns, failing: olderFirst), now)
    let failures = first.count { $0 != nil }
    #expect(comparison.sensitivities(most: 1).first?.now == Rate(count: failures, total: 24 - 4 * failures))
  }

  @Test func `a rate that has risen although failures in a row count once is not perhaps risen too`() {
    let then = (0..<10).map { RunTally.of("\($0)", ["a": (0, 100)]) }
    let failures = TestCounts(Tally(steps: 100, failures: 50, continued: 5))
    let comparison = Comparison.of(then, [RunTally(run: "now", os: "linux", actions: ["Sign In": ["a": failures]])])
    #expect(comparison.risen.map(\.compared.now) == [Rate(count: 45, total: 95)])
    #expect(comparison.perhapsRisen.isEmpty)
  }

  @Test func `older failures in a row count in the tests in which newer ones come back`() throws {
    let older = older(40, failing: [1: 2])
    let comparison = Comparison.of(older, (0..<3).map { run("now \($0)", failing: 2) })
    #expect(comparison.risen.map(\.compared.then) == [Rate(count: 5, total: 320)])
  }
}
