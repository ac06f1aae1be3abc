import Testing

@testable import RetryReport

@Suite struct EpisodeTests {
  /// The rows of steps that follow each other a second apart: `.` passes, a letter fails of that cause.
  private func tally(_ steps: String, gapMs: Int64 = 1_000) -> Tally? {
    let rows = steps.enumerated().flatMap { number, step -> [Row] in
      let (id, startMs) = ("p-s\(number)", 1_000_000 + Int64(number) * gapMs)
      return step == "." ? [.sample(stepID: id, startMs: startMs)] : Row.flake(id, of: "lost \(step)", at: startMs)
    }
    let run = TestRuns.of(rows).parts.first.map(RunTally.init)
    return run?.actions["Launch"]?.all
  }

  @Test(arguments: [
    ("..a..", 1), ("..aaaaa.", 1), ("a.a.a.", 3), ("aab.", 2), ("aabb.", 2), ("aaaaaaaaaa.", 1), ("aaaaaaaaaaaaa.", 4),
    ("aa..aa.", 2), ("aa..aa", 3), ("aaaaaaaa", 8), (".aa.aa", 3),
  ])
  func `failures in a row count once when the action passes again, but for those after the tenth`(
    steps: String,
    count: Int
  ) throws {
    let tally = try #require(self.tally(steps))
    #expect(tally.compared.count == count)
    #expect(tally.rate == Rate(count: steps.count { $0 != "." }, total: steps.count))
    #expect(tally.compared.total == tally.steps - tally.failures.continued)
  }

  @Test func `failures that are more than a minute apart are two`() throws {
    #expect(try #require(self.tally("aa.", gapMs: 60_000)).compared.count == 1)
    #expect(try #require(self.tally("aa.", gapMs: 60_001)).compared.count == 2)
  }

  @Test func `a step that is broken is found although its failures follow each other`() throws {
    let broken = try Comparison.of(Row.steps("Sign In", passes: 0, failing: ["lost": 8], run: "now", gapMs: 0))
    #expect(broken.risen.map(\.now) == [Rate(count: 8, total: 8)])
    let often = Row.steps("Sign In", passes: 0, failing: ["lost": 100], run: "now", gapMs: 0)
    let comparison = try Comparison.of(often + [.sample(action: "Sign In", runID: "now", stepID: "last")])
    #expect(comparison.risen.map(\.now) == [Rate(count: 100, total: 101)])
    let text = ComparisonFormat.text(comparison)
    #expect(text.contains("Failures in a row count once: 91 of 92, and 50 of 1000 before."))
  }

  @Test func `processes have episodes of their own`() {
    let rows = ["a", "b"].flatMap { process in Row.flake("\(process)-s1", of: "lost", at: 1_000) }
    // All in one stream, as of standard input.
    let passed = Row.sample(stepID: "b-s2", startMs: 2_000)
    let run = TestRuns.of(rows + [passed]).parts.map(RunTally.init).joined.first
    #expect(run?.actions["Launch"]?.all.compared.count == 2)
  }
}
