import Foundation
import Testing

@testable import RetryReport

@Suite struct BaselineTests {
  @Test func `a baseline counts each run once, and knows when a cause was seen first and last`() throws {
    let baseline = Baseline.tenRuns
    #expect(baseline.runs.count == 10)
    let action = try #require(baseline.actions.first { $0.action == "Sign In" })
    #expect("\([action.steps, action.firstFailures, action.recovered, action.failed])" == "[1000, 50, 50, 0]")
    let cause = try #require(action.causes.first)
    #expect(cause.steps == 50 && cause.attempts == 50)
    #expect([cause.first.day, cause.last.day] == ["2024-10-05", "2024-10-14"])
    let again = Row.steps("Sign In", passes: 95, failing: ["lost": 5], run: "run 3")
    #expect(RunCounts.all(again, known: Set(baseline.runs.map(\.id))).isEmpty)
  }

  @Test func `runs are picked by their age, their number and their branch`() {
    let runs = (1...10).map { Row.steps("Sign In", passes: 1, failing: [:], run: "run \($0)", day: 20_000 + $0) }
    #expect(Baseline.of(runs, RunFilter(lastRuns: 3)).runs.map(\.id) == ["run 8", "run 9", "run 10"])
    #expect(Baseline.of(runs, RunFilter(since: "2024-10-13")).runs.map(\.id) == ["run 9", "run 10"])
    #expect(Baseline.of(runs, RunFilter(branch: "main")).runs == [])
  }

  /// The figures of a night change numbers only; what grows is the list of runs.
  @Test func `a year of nightly runs of 200 actions is less than a megabyte`() throws {
    let kinds = ["first", "second", "third", "fourth", "last"].map { name in
      CauseKind(cause: "condition", message: "The success condition of the \(name) was false")
    }
    let causes = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 1) })
    let actions = (0..<200).map { number in
      ("Navigate to the page number \(number)", ActionCounts(steps: 40, firstFailures: 5, causes: causes))
    }
    var baseline = RunCounts(id: "nightly-0", startMs: 0, actions: Dictionary(uniqueKeysWithValues: actions)).baseline
    baseline.runs = (0..<365).map { Baseline.Run(id: "nightly-\($0)", day: "2026-11-21", commit: "0de32d9f00ba4") }
    let size = try baseline.json().utf8.count
    #expect(size > 300_000 && size < 1_000_000, "\(size)")
  }

  @Test func `people read a baseline as the flakes that are known`() {
    let markdown = BaselineFormat.markdown(Baseline.tenRuns)
    #expect(
      markdown == """
        ### Known flakes

        10 runs of 2024-10-05 to 2024-10-14. First attempts have failed in 1 of 1 action.

        **Sign In**: the first attempt failed in 50 of 1000, 5.0 % (3.8 to 6.5).
        - 50×, 2024-10-05 to 2024-10-14: lost

        """
    )
  }

  @Test func `a baseline is the same text however its runs came together`() throws {
    let runs = (1...6).map { number in
      Row.steps(
        "Step \(number % 3)",
        passes: 3,
        failing: ["lost \(number % 2)": 1, "broken": 1],
        run: "run \(number)",
        day: 20_000
      )
    }
    let whole = try Baseline.of(runs).json()
    for split in 0...6 {
      var parts = Baseline.of(Array(runs[split...]))
      parts.add(Baseline.of(Array(runs[..<split])))
      #expect(try parts.json() == whole)
    }
    #expect(try Baseline(json: Data(whole.utf8)).json() == whole)
  }

  @Test(arguments: [
    ("", "is no baseline"), ("[]", "is no baseline"), (#"{"version":1}"#, "is no baseline"),
    (#"{"version":2,"runs":[],"actions":[]}"#, "is a baseline of version 2, and 1 is what can be read"),
    (
      #"{"version":1,"runs":[],"actions":[{"action":"a","steps":1,"firstFailures":2,"recovered":0,"failed":0,"causes":[]}]}"#,
      "is a baseline with numbers that cannot be"
    ),
    (
      #"{"version":1,"runs":[],"actions":[{"action":"a","steps":9223372036854775807,"firstFailures":0,"recovered":0,"failed":0,"causes":[]}]}"#,
      "is a baseline with numbers that cannot be"
    ),
  ])
  func `a file that is no baseline is named as such`(json: String, text: String) throws {
    let error = try #require(throws: Baseline.NotReadable.self) { try Baseline(json: Data(json.utf8)) }
    #expect(error.description.hasPrefix(text))
  }
}
