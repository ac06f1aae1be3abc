import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

/// Kinds of causes, in the tests and on the machines that both sides have.
@Suite struct NewCausesTests {
  /// A hundred tests that never fail.
  private let tests = Dictionary(uniqueKeysWithValues: (0..<100).map { ("test \($0)", (0, 1)) })
  private var older: [RunCounts] { (0..<10).map { RunCounts.of("\($0)", tests) } }

  private func newer(os: String = "linux", _ failing: [String: (Int, Int)]) -> RunCounts {
    RunCounts.of("now", os: os, kind: "crashed", tests.merging(failing) { $1 })
  }

  private func cause(_ now: [RunCounts], after then: [RunCounts]? = nil) throws -> Comparison.NewCause {
    try #require(try Comparison.of(then ?? older, now).newCauses.first)
  }

  /// The earlier runs, the newer runs, and the steps of the cause in each of those.
  @Test(arguments: [
    (10, 1, 3, true), (10, 1, 2, false), (5, 1, 2, false), (5, 1, 4, true), (10, 3, 1, false), (10, 3, 2, true),
  ])
  func `a cause that occurs often is new`(then: Int, now: Int, steps: Int, isNew: Bool) throws {
    let failing = Dictionary(uniqueKeysWithValues: (0..<steps).map { ("test \($0)", (1, 1)) })
    let newer = (0..<now).map { RunCounts.of("now \($0)", kind: "crashed", tests.merging(failing) { $1 }) }
    let new = try cause(newer, after: Array(older.prefix(then)))
    #expect(new.isSurprising == isNew && new.steps == steps * now)
  }

  @Test func `a cause only in a new test may belong to that test`() throws {
    let comparison = try Comparison.of(older, [newer(["new": (50, 50)])])
    let new = try #require(comparison.newCauses.first)
    #expect(!new.isSurprising && new.probability == nil && new.steps == 50)
    #expect(comparison.failures(onNewCause: true, onRegression: true) == [])
    #expect(comparison.says("\nPossibly a new cause: Sign In: crashed\n"))
    #expect(
      comparison.says("It occurs only in tests or on machines for which the baseline has no steps of this action.")
    )
    #expect(try !comparison.json().contains("\"probability\""))
    // The steps of the new test do not count for the others.
    let both = try cause([newer(["new": (50, 50), "test 1": (1, 1)])])
    #expect(try abs(#require(both.probability) - 1 / 11) < 1e-9 && both.steps == 51)
  }

  @Test func `a cause only on a new machine may belong to that machine`() throws {
    let new = try cause([newer([:]), newer(os: "macos", ["test 1": (50, 50)])])
    #expect(!new.isSurprising && new.probability == nil)
  }

  @Test func `a run of some tests is compared with the steps of these tests`() throws {
    let new = try cause([RunCounts.of("now", kind: "crashed", ["test 1": (2, 5)])])
    // 10 of 105 ways: 2 of 5 steps, and none of 10 before.
    #expect(try abs(#require(new.probability) - 10.0 / 105) < 1e-9 && !new.isSurprising)
  }

  /// Runs of ten actions with one step each, of which some fail for a cause.
  private func tens(_ name: String, _ failing: Int, of kind: String = "HTTP 410") -> RunCounts {
    let actions = (0..<10).map { action in
      let kinds = action < failing ? [CauseKind(text: kind): 1] : [:]
      return ("Action \(action)", ["a": TestCounts(Rate(count: kinds.count, total: 1), kinds: kinds)])
    }
    return RunCounts(run: name, os: "linux", actions: Dictionary(uniqueKeysWithValues: actions))
  }

  @Test(arguments: [(10, 3, true), (10, 2, false), (3, 7, true), (3, 3, false), (10, 1, false)])
  func `a cause seen once in several actions is new for all of them`(then: Int, steps: Int, isNew: Bool) throws {
    let comparison = try Comparison.of((0..<then).map { tens("\($0)", 0) }, [tens("now", steps)])
    let new = try #require(comparison.newCauses.first)
    // One finding, not one for each action.
    #expect(comparison.newCauses.count == 1)
    #expect(new.isSurprising == isNew && new.steps == steps && new.action == (steps == 1 ? "Action 0" : ""))
    #expect(comparison.raised.filter { !$0.kind.isEmpty }.map(\.action) == (isNew ? [""] : []))
    guard isNew else { return }
    #expect(comparison.says("\nNew cause: All actions together: HTTP 410\n    \(steps) steps of Action 0, "))
    // An action that had it makes it usual for all.
    let before = (0..<then).map { tens("\($0)", $0 == 0 ? 1 : 0) }
    #expect(try Comparison.of(before, [tens("now", steps)]).newCauses.filter(\.isSurprising).isEmpty)
  }

  @Test func `a cause of one test is also compared within that test`() throws {
    // The test is only in the newest earlier run, and may not have shown its rare causes yet.
    let then = older.dropLast() + [RunCounts.of("9", tests.merging(["young": (0, 2)]) { $1 })]
    let new = try cause([newer(["young": (3, 3)])], after: Array(then))
    #expect(try abs(#require(new.probability) - 1.0 / 10) < 1e-9 && !new.isSurprising)
  }
}
