import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct BaselineTests {
  @Test func `a baseline counts each run once`() throws {
    var baseline = Baseline.tenRuns
    #expect(baseline.runs == (1...10).map { "run \($0)" })
    #expect(baseline.rate() == Rate(count: 50, total: 1_000))
    let test = baseline.parts[3].tests(of: "Sign In")["ShopTests.SearchTests/testSearch"]
    #expect(test == TestCounts(Rate(count: 5, total: 100), kinds: [CauseKind(text: "error: lost"): 5]))
    let before = baseline
    baseline.add(RunCounts.of(Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "run 3", day: 20_003)))
    #expect(baseline == before)
  }

  @Test func `shards of a run are added one after another`() {
    func shard(_ name: String, _ process: String) -> [Row] {
      (0..<10).map { .sample(action: "Sign In", runID: "run 1", stepID: "\(process)-s\($0)", shard: name) }
    }
    var baseline = Baseline(RunCounts.of(shard("1", "aaaa")))
    for (name, process) in [("2", "bbbb"), ("", "cccc"), ("", "dddd"), ("", "dddd")] {
      baseline.add(RunCounts.of(shard(name, process)))
    }
    #expect(baseline.runs == ["run 1"])
    #expect(baseline.rate(of: "Sign In") == Rate(count: 0, total: 40))
    // A folder that has grown: the rows that were added before do not count again.
    baseline.add(RunCounts.of(shard("", "dddd") + shard("", "eeee")))
    #expect(baseline.rate(of: "Sign In") == Rate(count: 0, total: 50))
  }

  @Test func `other contents of a run that the baseline has are compared with the other runs`() throws {
    let baseline = Baseline.tenRuns
    let changed = Row.steps("Sign In", passes: 95, failing: ["gone": 5], run: "run 10", day: 20_010)
    let comparison = try Comparison.of(changed, with: baseline)
    #expect(comparison.newCauses.map(\.isSurprising) == [true])
    let same = Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "run 10", day: 20_010)
    #expect(try Comparison.of(same, with: baseline).newCauses.isEmpty)
  }

  @Test func `only the newest runs and their actions are kept`() throws {
    let old = Row.steps("Gone", passes: 1, failing: ["old": 1], run: "run 0", day: 20_000)
    var baseline = Baseline.of([old])
    for day: Int64 in 1...4 {
      let rows = Row.steps("Sign In", passes: 1, failing: ["lost": 1], run: "run \(day)", day: 20_000 + day)
      baseline.add(RunCounts.of(rows), keeping: 3)
    }
    #expect(baseline.runs == ["run 2", "run 3", "run 4"])
    #expect(Array(baseline.all.actions.keys) == ["Sign In"])
    #expect(baseline.all.actions["Sign In"]?.tests.values.map(\.kinds) == [[CauseKind(text: "error: lost"): 3]])
  }

  @Test func `a run whose clock is ahead is not the newest`() {
    let runs = [("late", 80_000), ("1", 20_001), ("2", 20_002)].map { name, day in
      Row.steps("Sign In", passes: 1, failing: [:], run: name, day: day)
    }
    #expect(Baseline.of(runs).runs == ["late", "1", "2"])
  }

  @Test func `old kinds of causes are dropped, and rare ones are kept`() throws {
    let often = Dictionary(uniqueKeysWithValues: (0..<Baseline.mostCauses).map { ("often \(Self.word($0))", 2) })
    var baseline = Baseline.of([Row.steps("Sign In", passes: 1, failing: often, run: "run 1", day: 20_001)])
    let new = RunCounts.of(Row.steps("Sign In", passes: 1, failing: ["new": 1], run: "run 2", day: 20_002))
    #expect(try Comparison(new, with: baseline).newCauses.count == 1)
    baseline.add(new)
    let again = RunCounts.of(Row.steps("Sign In", passes: 1, failing: ["new": 1], run: "run 4", day: 20_004))
    #expect(try Comparison(again, with: baseline).newCauses.isEmpty)
    #expect(baseline.all.actions["Sign In"]?.tests.values.map(\.kinds.count) == [Baseline.mostCauses])
  }

  @Test(arguments: [("error", "skip"), ("error", "cancellation"), ("rehearsal", "")])
  func `a step that does not count has no cause that counts`(cause: String, stoppedBy: String) {
    func row(_ kind: String, _ outcome: String, _ cause: String) -> Row {
      let end = kind == "step" ? stoppedBy : ""
      return .sample(kind: kind, outcome: outcome, stepID: "p-s1", cause: cause, startMs: 1_000_000, stoppedBy: end)
    }
    let outcome = cause == "rehearsal" ? "recovered" : "aborted"
    let rows = [row("attempt", "failed", cause), row("attempt", "failed", "error"), row("step", outcome, cause)]
    #expect(RunCounts.of(rows).map(\.actions.count) == [0])
    // Without its end, an attempt failed that was not forced.
    #expect(RunCounts.sum(Array(rows.prefix(2))).actions.count == 1)
  }

  /// A word of letters, because numbers are not part of a kind.
  private static func word(_ number: Int) -> String {
    String(String.UnicodeScalarView("\(number)".unicodeScalars.map { Unicode.Scalar(UInt8($0.value) + 49) }))
  }

  @Test func `fifty runs of 200 actions take less than a megabyte`() throws {
    var baseline = Baseline()
    for run in 0..<Baseline.usualRuns {
      let rows = (0..<2_000).map { step in
        Row.sample(
          outcome: step % 20 == run % 20 ? "recovered" : "passed",
          action: "Navigate to the page number \(step % 200)",
          test: "testThePurchaseOfThing\(step % 400)",
          runID: "nightly-\(run)",
          stepID: "\(run)x-s\(step)",
          startMs: Int64(20_000 + run) * 86_400_000
        )
      }
      baseline.add(RunCounts.of(rows))
    }
    let size = try baseline.json().utf8.count
    #expect(size > 50_000 && size < 1_000_000, "\(size)")
  }

  @Test func `a baseline's text does not depend on the order of its runs`() throws {
    let runs = (1...6).map { number in
      let failing = ["lost \(number % 2)": 1, "broken": 1]
      return Row.steps("Step \(number % 3)", passes: 3, failing: failing, run: "run \(number)")
    }
    let whole = try Baseline.of(runs).json()
    for split in 0...6 {
      var parts = Baseline.of(Array(runs[split...]))
      parts.add(RunCounts.of(Array(runs[..<split].joined())))
      #expect(try parts.json() == whole)
    }
    #expect(try Baseline(json: Data(whole.utf8)).json() == whole)
  }

  @Test func `a baseline of version 4 is read, and lacks the steps that failed in the end`() throws {
    let baseline = Baseline.of([[Row.sample(outcome: "exhausted")], [Row.sample(runID: "other")]])
    let json = try baseline.json()
    let older = json.replacing(#""version" : 5"#, with: #""version" : 4"#).replacing(
      /\n *"failed" : "[^"]*",/,
      with: ""
    )
    #expect(json.contains("\"failed\"") && !older.contains("\"failed\"") && older.contains(#""version" : 4"#))
    let read = try Baseline(json: Data(older.utf8))
    #expect(read.parts.map { $0.actions.values.map(\.failed) } == [[0], [0]])
    #expect(
      read.runs == baseline.runs && read.all.actions.mapValues(\.failures) == baseline.all.actions.mapValues(\.failures)
    )
  }

  @Test(arguments: [
    ("", "is not a baseline"), ("[]", "is not a baseline"), (#"{"version":4}"#, "is not a baseline"),
    (#"{"version":3}"#, "is not a baseline"),
    (#"{"version":6}"#, "is a baseline of version 6; the newest version that this program reads is 5"),
  ])
  func `an error says if a file is not a baseline`(json: String, reason: String) throws {
    let error = try #require(throws: Baseline.NotReadable.self) { try Baseline(json: Data(json.utf8)) }
    #expect(error.description.hasPrefix(reason))
  }

  @Test(
    arguments: [
      "3/2", "-1", "1/-2", "9223372036854775807", "10000001", "2-3/3", "x", "1/2/3", "1 1", "1-/4", "", "-0",
      "-2", "--2", "-1099511627776",
    ].map { (#""1/10""#, "\"\($0)\"") }
  )
  func `an error says that a baseline has impossible values`(old: String, new: String) throws {
    let rows = Row.steps("Sign In", passes: 9, failing: ["lost": 1], run: "run 1")
    let json = try Baseline.of([rows]).json()
    #expect(json.contains(old))
    let error = try #require(throws: Baseline.NotReadable.self) {
      try Baseline(json: Data(json.replacing(old, with: new).utf8))
    }
    #expect(error.description.hasPrefix("is a baseline with impossible values"))
  }
}
